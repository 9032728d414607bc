"""Payloads: builds every message sent to a client, from that client's view of the game only."""

"""Soak: a server under hours of play and disturbances, measured all the time; every log is checked at the end."""

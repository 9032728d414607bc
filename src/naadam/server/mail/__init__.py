"""E-mail: notifications to players whose turn it is."""

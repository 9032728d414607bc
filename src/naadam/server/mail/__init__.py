"""E-mail, webhooks and push messages to players whose turn it is."""

"""The protocol: messages, replies, HTTP schemas, and errors shown to users."""

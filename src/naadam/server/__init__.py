"""The server: tables over HTTP and WebSocket, stored before anyone sees an event."""

"""The server: matches over HTTP and WebSocket, stored before anyone is told."""

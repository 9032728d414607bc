"""HTTP and WebSocket: protocols, middleware, the socket endpoint, the page."""

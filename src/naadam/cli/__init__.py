"""The terminal program: `naadam`."""

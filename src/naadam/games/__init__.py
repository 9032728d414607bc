"""The games of Naadam, a package each; the registry finds them by their folders."""

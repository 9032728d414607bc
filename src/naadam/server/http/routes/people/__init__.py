"""The HTTP routes about people: who they are, how they are known again, and how they treat one another."""

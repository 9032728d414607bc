"""Prompts for language models, from the texts of a game: rule book, legend, position and dialects."""

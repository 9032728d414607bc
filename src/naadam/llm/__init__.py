"""Language models as players and referees: prompts, a client, questions about the rules, and their scores."""

"""The base of all games: the contract, compiled rules, options, boards, states, records, the registry."""

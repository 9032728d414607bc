"""What all games stand on: the contract, compiled rules, options, boards, states, records, the registry."""

"""Bridges: Naadam's games inside OpenSpiel, PettingZoo and Gymnasium. They loop over the registry and know no game."""

"""The contests: a hit, a fight, a rest."""

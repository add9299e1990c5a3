"""Detection: each detector reads views and reports findings; one resolver makes them disjoint."""

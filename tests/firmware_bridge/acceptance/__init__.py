"""What the bridge must reach, measured: `make bridge-acceptance` runs all of it."""

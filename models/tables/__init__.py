"""Random tables for the detector to learn from: any house, any surface, any light, any camera."""

"""What vision's networks and the demo's recording are made from."""

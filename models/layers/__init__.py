"""The network that tells the chips of a stack, layer by layer, from a low camera."""

"""What a desktop can do, as ports, and the ladder that acts through them."""

"""What does a language model advise? One adapter a role; everything it says is checked before anything comes of it."""

"""What is written: one schema, one way to publish files whole or not at all."""

"""What people and tools get to see of a judgement, and repairs."""

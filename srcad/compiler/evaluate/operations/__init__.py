"""What Python's operators, subscripts and attributes do with objects."""

"""What may be one object, and what lists hold: the heap, asked and changed."""

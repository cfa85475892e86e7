"""Where an evaluation begins, with all of its files in the tables."""

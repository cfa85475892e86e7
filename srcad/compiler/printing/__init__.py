"""From the IR to the description of a module: storage, order, names and text."""

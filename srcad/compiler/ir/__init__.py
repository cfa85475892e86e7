"""The core IR: what it is made of, how it is built, shown, checked and run."""

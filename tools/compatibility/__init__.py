"""What docs/compatibility.md is written from; tools/compatibility_page.py writes it."""

"""Write docs/compatibility.md: what of MindSpore works, differs, or is refused.

    python tools/compatibility_page.py

See ``tools/compatibility/page.py``.
"""

from compatibility.page import PAGE, page

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""``memory="50%"``: which residuals are stored, and which are computed again."""

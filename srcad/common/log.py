"""MindSpore's ``log``: a logger of Python's own, called ``mindspore``."""

import logging

__all__ = ["critical", "debug", "error", "exception", "info", "warning"]

_logger = logging.getLogger("mindspore")

debug = _logger.debug
info = _logger.info
warning = _logger.warning
error = _logger.error
exception = _logger.exception
critical = _logger.critical

"""What is kept out of the log."""

import logging

from django.core.exceptions import PermissionDenied


class PlainRefusals(logging.Filter):
    """Somebody who may not do something is worth a line, but no traceback: nothing has broken."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True

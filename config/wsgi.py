"""The WSGI entry point of the web processes."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from config.database import limit_web_statements

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
limit_web_statements()
gc.freeze()  # all that is loaded by now stays: the garbage collector need not look at it again and again

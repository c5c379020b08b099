"""The WSGI entry point of the web processes."""

import os

from django.core.wsgi import get_wsgi_application

from config.database import limit_web_statements

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
limit_web_statements()

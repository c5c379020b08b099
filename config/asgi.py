"""The ASGI entry point of the web processes."""

import os

from django.core.asgi import get_asgi_application

from config.database import limit_web_statements

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
limit_web_statements()

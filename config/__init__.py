"""The Django project: settings, URLs, servers and the Celery application."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

"""What wakes the sender up: each new message, and beat every few seconds."""

from celery import shared_task

from outbox import services


# The soft limit ends an attempt whose server answers a byte at a time; the sender's lease outlasts the hard one.
@shared_task(soft_time_limit=services.RUN_SECONDS + 30, time_limit=services.RUN_SECONDS + 40)
def mails_send() -> None:
    if services.mails_send():
        services.mails_send()  # whoever stored mail meanwhile found the sender busy

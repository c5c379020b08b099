"""What Django's ``send_mail`` and django-allauth write to: a row in the database, in the caller's transaction.

Nobody waits for the mail server in a request, and mail about something that is rolled back is never sent.
"""

from collections.abc import Sequence

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from outbox.services import mail_store
from outbox.tasks import mails_send


class EmailBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        stored = [mail_store(message=message) for message in email_messages if message.recipients()]
        if stored:
            mails_send.delay_on_commit()
        return len(stored)

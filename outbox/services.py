"""Storing mail and sending it, at least once each.

One sender at a time holds the ``Sender`` row for a while. After a slow run or a failure it rests: mail may take a small
part of one worker's time and no more, so that matches go on while a mail server hangs.
"""

import logging
import time
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.message import MIMEMixin
from django.db.models import F, QuerySet
from django.utils import timezone

from outbox.models import Mail, Sender

logger = logging.getLogger(__name__)

RUN_SECONDS = 10  # no further message is begun after this long
LEASE = timedelta(seconds=RUN_SECONDS + 60)  # longer than any run: a sender that was killed is missed for this long
REST_FACTOR = 5  # a run that took this long rests five times as long
QUICK = 3.0  # seconds; a run below this needs no rest
SERVER_PAUSES = (5, 60)  # seconds before a server that failed is tried again: at first, at most
MAIL_PAUSES = (10, 600)  # the same for one message
GIVE_UP = timedelta(days=3)

# The server answers and does not take this message; it may take the next one.
REFUSALS = (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError)


class StoredContent(MIMEMixin, Message):  # type: ignore[misc]  # as Django's own classes do
    """A parsed message that Django's backends can write out."""


class StoredMessage(EmailMessage):
    """A message as it was when it was stored."""

    def __init__(self, mail: Mail) -> None:
        super().__init__(from_email=mail.sender, to=mail.recipients)
        self.content = bytes(mail.content)

    def message(self) -> StoredContent:  # type: ignore[override]  # EmailMessage says a newer class than it returns
        return message_from_bytes(self.content, _class=StoredContent)


def mail_store(*, message: EmailMessage) -> Mail:
    content = message.message().as_bytes()
    return Mail.objects.create(content=content, sender=message.from_email, recipients=message.recipients())


def mails_send() -> int:
    """Send what is due, unless somebody else does or the server has a rest; how many messages were sent."""
    if not _mails_due().exists() or not _sender_claim():
        return 0
    begun = time.monotonic()
    sent, server_failed = 0, False
    while not server_failed and time.monotonic() - begun < RUN_SECONDS and (mail := _mail_claim()):
        try:
            get_connection(settings.OUTBOX_DELIVERY_BACKEND).send_messages([StoredMessage(mail)])
        except REFUSALS as error:
            _mail_failed(mail, error)
        except Exception as error:  # whatever a backend raises, and the time limit of the task
            _mail_failed(mail, error)
            server_failed = True
        else:
            mail.delete()
            sent += 1
    _sender_release(took=time.monotonic() - begun, failed=server_failed)
    return sent


def _mails_due() -> QuerySet[Mail]:
    return Mail.objects.filter(due_at__lte=timezone.now()).order_by("due_at", "pk")


def _mail_claim() -> Mail | None:
    """The next message, already put off: if this process dies while sending it, others have their turn first."""
    mail = _mails_due().first()
    if mail is not None:
        mail.due_at = timezone.now() + _pause(MAIL_PAUSES, mail.attempts)
        mail.attempts += 1
        mail.save(update_fields=["due_at", "attempts"])
    return mail


def _mail_failed(mail: Mail, error: Exception) -> None:
    if timezone.now() - mail.created_at > GIVE_UP:
        logger.error("%s is given up after %d attempts: %r", mail, mail.attempts, error)
        mail.delete()
        return
    logger.warning("%s could not be sent (attempt %d): %r", mail, mail.attempts, error)
    mail.last_error = repr(error)[:500]
    mail.save(update_fields=["last_error"])


def _sender_claim() -> bool:
    Sender.objects.get_or_create(pk=1)
    now = timezone.now()
    return bool(Sender.objects.filter(pk=1, free_at__lte=now).update(free_at=now + LEASE))


def _sender_release(*, took: float, failed: bool) -> None:
    rest = timedelta(seconds=REST_FACTOR * took if took > QUICK else 0)
    if failed:
        failures = Sender.objects.values_list("failures", flat=True).get(pk=1)
        rest = max(rest, _pause(SERVER_PAUSES, failures))
    Sender.objects.filter(pk=1).update(free_at=timezone.now() + rest, failures=F("failures") + 1 if failed else 0)


def _pause(pauses: tuple[int, int], failures: int) -> timedelta:
    """Doubled with each failure, from the first pause up to the longest."""
    first, longest = pauses
    return timedelta(seconds=min(first * 2 ** min(failures, 10), longest))

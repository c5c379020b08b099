"""Mail is stored with what caused it, sent by one worker at a time, tried again, and forgotten once it is sent."""

import threading
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.core.mail.backends import locmem
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from outbox import services, tasks
from outbox.models import Mail, Sender
from outbox.services import mails_send

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD = "a long password"
Failing = Callable[[Exception | None], None]


@pytest.fixture(autouse=True)
def stored_mail(settings: Settings) -> None:
    """As in production; what is delivered arrives in ``mail.outbox``."""
    settings.EMAIL_BACKEND = "outbox.backend.EmailBackend"
    settings.OUTBOX_DELIVERY_BACKEND = LOCMEM


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Makes the mail server raise something for every message, or work again."""
    delivering = locmem.EmailBackend.send_messages

    def answer(error: Exception | None) -> None:
        def send(self: Any, messages: Any) -> int:
            if error is not None:
                raise error
            return delivering(self, messages)

        monkeypatch.setattr(locmem.EmailBackend, "send_messages", send)

    return answer


def write(*recipients: str) -> None:
    for recipient in recipients or ("ann@example.org",):
        send_mail("Hello", "a secret link", None, [recipient])


def later(**time: float) -> None:
    """Some time passes for the sender and for all mail."""
    for row in Mail.objects.all():
        row.due_at -= timedelta(**time)
        row.created_at -= timedelta(**time)
        row.save()
    for sender in Sender.objects.all():
        sender.free_at -= timedelta(**time)
        sender.save()


@pytest.mark.django_db
def test_a_message_arrives_as_it_was_written_and_leaves_nothing_behind() -> None:
    message = EmailMultiAlternatives(
        "Grüße",
        "Ein Wort\nFrom here",
        "Dugout <from@example.org>",
        ["to@example.org"],
        bcc=["hidden@example.org"],
        cc=["cc@example.org"],
    )
    message.attach_alternative("<p>Ein Wort</p>", "text/html")
    message.attach("sheet.txt", b"\x00\xff", "application/octet-stream")
    message.send()
    assert mail.outbox == []
    stored = bytes(Mail.objects.get().content)
    assert mails_send() == 1
    (sent,) = mail.outbox
    assert sent.message().as_bytes() == stored
    assert sent.from_email == "Dugout <from@example.org>"
    assert sorted(sent.recipients()) == ["cc@example.org", "hidden@example.org", "to@example.org"]
    assert b"hidden@example.org" not in stored
    assert not Mail.objects.exists()


@pytest.mark.django_db
def test_mail_about_something_that_is_rolled_back_is_never_sent() -> None:
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert mails_send() == 0
    assert mail.outbox == []


@pytest.mark.django_db
def test_the_sender_is_woken_when_the_transaction_commits(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(tasks.mails_send, "delay", lambda: woken.append("now"))
    with django_capture_on_commit_callbacks(execute=True):
        write()
        assert woken == []
    assert woken == ["now"]


@pytest.mark.django_db
def test_a_refused_message_waits_longer_each_time_and_holds_up_no_other(server: Failing) -> None:
    server(SMTPRecipientsRefused({"ann@example.org": (450, b"later")}))
    write("ann@example.org", "bob@example.org")
    assert mails_send() == 0
    assert [row.attempts for row in Mail.objects.all()] == [1, 1]  # the second was tried as well
    assert "450" in Mail.objects.first().last_error
    server(None)
    assert mails_send() == 0  # not due yet
    later(seconds=11)
    server(SMTPRecipientsRefused({}))
    assert mails_send() == 0
    later(seconds=11)  # the second pause is longer than the first
    server(None)
    assert mails_send() == 0
    later(seconds=10)
    assert mails_send() == 2


@pytest.mark.django_db
def test_a_server_that_fails_is_left_alone_for_a_while(server: Failing) -> None:
    server(TimeoutError("timed out"))
    write("ann@example.org", "bob@example.org")
    assert mails_send() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 1]  # no second timeout for the second message
    assert mails_send() == 0
    later(seconds=6)
    assert mails_send() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [1, 1]  # the other message had its turn
    server(None)
    later(seconds=6)  # the second pause is longer than the first
    assert mails_send() == 0
    later(seconds=6)
    assert mails_send() == 2
    assert Sender.objects.get().failures == 0


@pytest.mark.django_db
@pytest.mark.parametrize("error", [None, TimeoutError("timed out")])
def test_a_slow_server_gets_a_small_part_of_one_workers_time(
    server: Failing, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    clock = iter([0.0, 0.0, 10.0, 10.0])  # begun, first look, second look, finished
    monkeypatch.setattr(services.time, "monotonic", lambda: next(clock, 10.0))
    server(error)
    write("ann@example.org", "bob@example.org")
    mails_send()
    assert Sender.objects.get().free_at > timezone.now() + timedelta(seconds=45)
    assert Mail.objects.filter(attempts=0).count() == 1  # and begins no second message after ten seconds


@pytest.mark.django_db
def test_mail_is_given_up_after_some_days(server: Failing, caplog: pytest.LogCaptureFixture) -> None:
    server(SMTPRecipientsRefused({}))
    write()
    later(days=2.9)
    mails_send()
    assert Mail.objects.count() == 1
    later(days=0.2)
    mails_send()
    assert Mail.objects.count() == 0
    assert "is given up after 2 attempts" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_one_sender_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    delivering = locmem.EmailBackend.send_messages

    def slowly(self: Any, messages: Any) -> int:
        begun.set()
        assert go_on.wait(10)
        return delivering(self, messages)

    def send() -> None:
        mails_send()
        connection.close()

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", slowly)
    write("ann@example.org", "bob@example.org")
    first = threading.Thread(target=send)
    first.start()
    assert begun.wait(10)
    assert mails_send() == 0  # although bob's is due and nobody has begun with it
    go_on.set()
    first.join()
    assert len(mail.outbox) == 2


@pytest.mark.django_db
def test_a_sender_that_was_killed_is_replaced_and_its_message_is_sent(server: Failing) -> None:
    class Killed(BaseException):
        pass

    server(Killed())
    write()
    with pytest.raises(Killed):
        mails_send()
    server(None)
    later(seconds=30)
    assert mails_send() == 0
    later(seconds=60)
    assert mails_send() == 1


@pytest.mark.django_db(transaction=True)
def test_a_sign_up_whose_mail_cannot_be_stored_leaves_no_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("outbox.backend.mail_store", fail)
    form = {"username": "bob", "email": "bob@example.org", "password1": PASSWORD, "password2": PASSWORD}
    with pytest.raises(ZeroDivisionError):
        client.post("/accounts/signup/", form)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_admin_never_shows_what_is_in_a_message(admin_client: Client) -> None:
    write()
    address = f"/admin/outbox/mail/{Mail.objects.get().pk}/change/"
    assert "ann@example.org" in admin_client.get("/admin/outbox/mail/").content.decode()
    page = admin_client.get(address)
    assert page.status_code == 200
    assert "secret" not in page.content.decode()

"""An SMTP server that takes mail, refuses everybody, or accepts a connection and never says a word."""

import socketserver
import threading
from contextlib import suppress
from email import message_from_bytes
from email.message import Message


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.manner = "works"
        self.received: list[Message] = []
        self.connections = 0
        self.closing = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()


class Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.connections += 1
        with suppress(ConnectionError):
            if self.server.manner == "hangs":
                self.server.closing.wait()
            elif self.server.manner == "refuses":
                self.say("554 no service")
            else:
                self.talk()

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def talk(self) -> None:
        self.say("220 ready")
        while line := self.rfile.readline().upper():
            if line.startswith(b"QUIT"):
                return self.say("221 bye")
            if line.startswith(b"DATA"):
                self.say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.received.append(message_from_bytes(b"".join(lines)))
            self.say("250 fine")
        return None

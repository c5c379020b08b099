"""Says whether a part of the running installation has shown a recent sign of life: ``python -m scripts.probe beat``."""

import argparse
import os
import sys

import django


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=["beat", "worker"])
    name = parser.parse_args().name
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config import health

    found = health.outcome(lambda: health.heartbeat(name))
    print(f"{name}: {'alive' if found['ok'] else found['reason']}")
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())

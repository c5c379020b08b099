"""Commissioners and assistants: who helps the owner to run a league."""

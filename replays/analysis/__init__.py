"""Why a match of Blood Bowl went the way it did: win probability, turning points and luck, all from its stored file."""

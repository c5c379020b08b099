"""Control of a running season: what a commissioner decides, shown before it is done and kept after."""

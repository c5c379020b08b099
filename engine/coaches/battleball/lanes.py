"""The ways of runners into an end zone."""

from functools import lru_cache

from engine.core.pitch import Mask, Pitch, Square


class Lanes:
    """The ways over some ground to a line. They are looked for from there, and only as far as somebody asks."""

    def __init__(self, pitch: Pitch, line: Mask, ground: Mask) -> None:
        self._pitch = pitch
        self._waves = [line & ground]  # the spaces 0, 1, 2, … steps away
        self._unseen = ground & ~line

    def wave(self, number: int) -> Mask:
        """The spaces so many steps away."""
        waves = self._waves
        while number >= len(waves):
            wave = self._pitch.around(waves[-1]) & self._unseen
            waves.append(wave)
            self._unseen ^= wave
        return waves[number]

    def steps_from(self, square: Square, most: int) -> int | None:
        """Steps from a space, which need not be part of the ground."""
        spot = 1 << square
        near = spot | self._pitch.neighbours(square)
        for number in range(most + 1):
            wave = self.wave(number)
            if wave & near:
                return number + (not wave & spot)
            if not wave:
                break
        return None


@lru_cache(maxsize=64)  # pieces stay from one question to the next
def lanes_over(pitch: Pitch, line: Mask, ground: Mask) -> Lanes:
    return Lanes(pitch, line, ground)

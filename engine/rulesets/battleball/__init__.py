"""Battleball: a small game of its own on the kernel, one module per part of the manual."""

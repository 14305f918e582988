"""The weights of this room, as JSON: written by hand at first, fitted by `tools/fit` on labelled pages."""

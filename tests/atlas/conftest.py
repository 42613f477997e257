"""What the tests of the boards share."""

from tests.atlas.copies import copy_of

__all__ = ["copy_of"]

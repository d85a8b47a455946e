# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic that finds nonces for GCM's counter."""

from tests.aead.ghash import ONE, inverse, times


def test_the_field_is_that_of_gcm():
    a, b = 0x66E94BD4EF8A2C3B884CFA59CA342B2E, 0x0388DACE60B6A392F328C2B971B2FE78
    assert times(a, b) == 0x5E2EC746917062882C85B0685353DEB7  # the first vectors of the GCM paper
    assert times(a, inverse(a)) == ONE

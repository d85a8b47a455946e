// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The first look.

if (location.hash && !location.hash.includes("=")) apply(); // a link to a section
recall();
current();

// SPDX-License-Identifier: Apache-2.0

#pragma once

/* Closes all descriptors from a number on. */
void csandbox_close_from(int first);

/* Makes a pair of sockets that carry whole messages; returns 0 or an errno. */
int csandbox_pair(int pair[2]);

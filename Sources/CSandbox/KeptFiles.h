// SPDX-License-Identifier: Apache-2.0

/* The interface of KeptFiles.c for Enclosure.c. */
#pragma once

#include "CSandbox.h"

/* The highest descriptor of a kept file; 0 if there is none. */
int csandbox_kept_highest(void);

/* Installs the handler of the calls that a filter traps, about files; returns 0 or an errno. */
int csandbox_answer_calls(void);

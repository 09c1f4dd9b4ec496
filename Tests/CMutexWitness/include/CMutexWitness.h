// SPDX-License-Identifier: Apache-2.0
#ifndef CMUTEXWITNESS_H
#define CMUTEXWITNESS_H

// Nothing to call: linking the module is enough. See CMutexWitness.c.

#endif

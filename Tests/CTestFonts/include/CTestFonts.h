// SPDX-License-Identifier: Apache-2.0
#ifndef CTESTFONTS_H
#define CTESTFONTS_H

// Nothing to call: linking the module is enough. See CTestFonts.c.

#endif

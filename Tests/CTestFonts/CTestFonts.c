// SPDX-License-Identifier: Apache-2.0
//
// Gives every test process the fonts that the expected pictures were drawn with, and no others.
//
// Which fonts a machine has, and which of them it prefers, differs; Tests/Fixtures/fonts.conf names the
// fonts for tests. fontconfig reads the variable when Pango is loaded, with the first text. Tests that
// start the program or themselves pass it on.

#include "CTestFonts.h"

#include <stdlib.h>
#include <string.h>

// Runs before main, while there is one thread only.
__attribute__((constructor)) static void use_fonts_for_tests(void) {
    static const char name[] = "/Fixtures/fonts.conf";
    static char path[sizeof __FILE__ + sizeof name] = __FILE__;
    // From Tests/CTestFonts/CTestFonts.c up to Tests.
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(path, '/');
        if (slash == NULL) {
            return;
        }
        *slash = 0;
    }
    strcat(path, name);
    setenv("FONTCONFIG_FILE", path, 1);
}

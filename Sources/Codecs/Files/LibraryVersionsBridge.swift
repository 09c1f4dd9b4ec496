// SPDX-License-Identifier: Apache-2.0

import CJPEG
import CPNG

/// The versions of the libraries that decode and encode, which decide about bytes too.
public enum LibraryVersions {
    /// Each library with its version, such as `libpng 1.6.39`.
    ///
    /// libpng and zlib are asked while the program runs; of libjpeg-turbo it is the version that the
    /// program was built with.
    public static let current: [String] = {
        // SAFETY: each function returns a constant string, which lives as long as the program.
        unsafe [
            "libjpeg-turbo \(String(cString: cjpeg_version()))",
            "libpng \(String(cString: cpng_version()))",
            "zlib \(String(cString: cpng_zlib_version()))",
        ]
    }()
}

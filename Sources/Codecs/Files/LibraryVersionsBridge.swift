// SPDX-License-Identifier: Apache-2.0

import CJPEG
import CPNG

/// The versions of the image and color libraries; they may change the bytes of a result.
package enum LibraryVersions {
    /// The name and version of each library, such as `libpng 1.6.39`.
    ///
    /// libpng and zlib report their version at run time; for libjpeg-turbo it is the version of the
    /// headers used to build the program.
    package static let current: [String] = {
        // SAFETY: each function returns a constant string that lives as long as the program.
        unsafe [
            "libjpeg-turbo \(String(cString: cjpeg_version()))",
            "libpng \(String(cString: cpng_version()))",
            "zlib \(String(cString: cpng_zlib_version()))",
            "lcms \(colorManagement)",
        ]
    }()
}

// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Typesetting

/// The files of all installed fonts, the only files that a fenced process with texts may open.
enum FontFiles {
    /// Opens the files of all fonts, once they are known; false if there are more than the system
    /// lets a process open.
    static func keepOpen() -> Bool {
        TextRaster.fontFiles.allSatisfy { path in
            // SAFETY: the path ends with a zero, and C copies it.
            unsafe csandbox_keep(path) == 0
        }
    }

    /// The address space that all kept files take when the libraries map each of them twice, in bytes.
    static var mappedByteCount: Int { 2 * Int(clamping: csandbox_kept_bytes()) }
}

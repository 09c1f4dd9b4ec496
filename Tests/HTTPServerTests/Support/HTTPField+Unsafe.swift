// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPField {
    /// The bytes of the value, whatever they mean.
    var valueBytes: [UInt8] {
        // SAFETY: the bytes are copied before the closure ends.
        unsafe withUnsafeBytesOfValue { unsafe Array($0) }
    }
}

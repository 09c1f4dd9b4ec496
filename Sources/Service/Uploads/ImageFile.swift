// SPDX-License-Identifier: Apache-2.0

import Store

/// The file of an image, with its digest.
struct ImageFile: Sendable {
    /// The contents of the file.
    let bytes: [UInt8]
    /// The SHA-256 of the contents.
    let digest: Digest
    /// The memory reserved for the contents, released when nobody uses the file any more.
    var reservation: ReceivingBudget.Reservation?
}

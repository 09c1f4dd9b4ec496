// SPDX-License-Identifier: Apache-2.0

import Store

/// A complete request body, verified against the digests that its client states.
struct Upload: Sendable {
    /// The picture to render or to store; nil only for a scene on a stored picture.
    private(set) var image: ImageFile?

    /// The JSON text of a scene; nil without one.
    let scene: [UInt8]?

    /// The pictures that a scene uses, by the names of their form fields.
    private(set) var files: [String: ImageFile]

    /// The parameters in fields of a form, in their order.
    let fields: [(name: String, value: String)]

    /// All images of the upload, the one to render among them.
    var images: [ImageFile] { [image].compactMap { $0 } + files.values }

    /// Returns the upload with a reservation of memory, which its files hold together.
    func holding(_ reservation: ReceivingBudget.Reservation) -> Upload {
        var upload = self
        upload.image?.reservation = reservation
        for name in files.keys { upload.files[name]?.reservation = reservation }
        return upload
    }
}

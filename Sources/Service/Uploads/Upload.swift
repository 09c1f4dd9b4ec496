// SPDX-License-Identifier: Apache-2.0

import Store

/// A complete request body, verified against the digests that its client states.
struct Upload: Sendable {
    /// A file, with its digest.
    struct File: Sendable {
        /// The bytes.
        let bytes: [UInt8]

        /// Their digest.
        let digest: Digest

        /// The part of the budget for uploads that the bytes take until nobody uses them any more.
        var reservation: ReceivingBudget.Reservation?
    }

    /// The picture; `nil` only for a scene that names a kept one instead.
    private(set) var image: File?

    /// The text of a scene.
    let scene: [UInt8]?

    /// The pictures that a scene uses, by the names of their parts.
    private(set) var files: [String: File]

    /// The parameters from fields of a form.
    let fields: [(name: String, value: String)]

    /// The same upload, whose files hold a reservation of memory.
    func holding(_ reservation: ReceivingBudget.Reservation) -> Upload {
        var upload = self
        upload.image?.reservation = reservation
        for name in files.keys { upload.files[name]?.reservation = reservation }
        return upload
    }
}

/// A reason for refusing an upload.
enum UploadError: Error, Hashable, Sendable {
    /// The form is broken.
    case multipart(MultipartError)
    /// A field of the form is no known parameter, or occurs twice.
    case parameter(ParameterError)
    /// The upload has no picture.
    case missing
    /// The bytes are no picture.
    case notAnImage(ContentFinding)
    /// The body is compressed.
    case contentCoding(String)
    /// The scene is longer than the limit, in bytes.
    case sceneTooLong(limit: Int)
    /// The form has more pictures than a scene may use.
    case tooManyFiles(limit: Int)
    /// A picture other than the one to render has an error; `name` is its part.
    indirect case part(name: String, UploadError)
    /// A field of the form is longer than its parameter allows.
    case fieldTooLong(name: String)
    /// The field is no dictionary of digests.
    case malformedDigest(field: String)
    /// The body does not have the digest that the field states.
    case digestMismatch(field: String)
    /// The body is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The picture in a form, or a picture to keep, is longer than the limit, in bytes.
    case imageTooLarge(limit: Int)
    /// The uploads in progress leave too little memory for this one.
    case noRoom
}

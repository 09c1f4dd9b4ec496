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

/// A reason to refuse an upload.
enum UploadError: Error, Hashable, Sendable {
    /// The form breaks a rule of multipart bodies.
    case multipart(MultipartError)
    /// A field of the form is not a known parameter, occurs twice, or is not UTF-8.
    case parameter(ParameterError)
    /// The upload has no picture.
    case missing
    /// The bytes are no picture that the service can read.
    case notAnImage(ContentFinding)
    /// The body has a content coding, such as gzip.
    case contentCoding(String)
    /// The scene is longer than the limit, in bytes.
    case sceneTooLong(limit: Int)
    /// The form has more pictures than a scene may use.
    case tooManyFiles(limit: Int)
    /// A picture other than the one to render has an error; `name` is its part.
    indirect case part(name: String, UploadError)
    /// A field of the form is longer than its parameter allows.
    case fieldTooLong(name: String)
    /// A field of the request is no valid dictionary of digests.
    case malformedDigest(field: String)
    /// The body does not have the digest that a field of the request states.
    case digestMismatch(field: String)
    /// The body is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The picture in a form, or a picture to store, is longer than the limit, in bytes.
    case imageTooLarge(limit: Int)
    /// The uploads in progress leave too little memory for this one.
    case noRoom
}

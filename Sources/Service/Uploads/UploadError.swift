// SPDX-License-Identifier: Apache-2.0

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

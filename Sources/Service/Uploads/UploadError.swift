// SPDX-License-Identifier: Apache-2.0

/// Why an upload is refused.
enum UploadError: Error, Hashable, Sendable {
    /// The form is broken.
    case multipart(MultipartError)
    /// A field of the form is no parameter, or given twice.
    case parameter(ParameterError)
    /// There is no picture.
    case missing
    /// The bytes are something else; the finding completes "The image is …".
    case notAnImage(finding: String)
    /// The body is compressed.
    case contentCoding(String)
    /// The scene is longer than the limit, in bytes.
    case sceneTooLong(limit: Int)
    /// There are more pictures in the form than a scene may have.
    case tooManyFiles(limit: Int)
    /// What is wrong with the picture of a part that is not the one to be rendered.
    indirect case part(name: String, UploadError)
    /// A field of the form is longer than any value.
    case fieldTooLong(name: String)
    /// The named field is no dictionary of digests.
    case malformedDigest(field: String)
    /// The body is not the one that the named field describes.
    case digestMismatch(field: String)
    /// The body is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The picture in a form, or one that is to be kept, is longer than the limit, in bytes.
    case imageTooLarge(limit: Int)
    /// The uploads under way leave no memory for this one.
    case noRoom
}

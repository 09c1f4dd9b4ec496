// SPDX-License-Identifier: Apache-2.0

extension ServiceError {
    /// Converts an error of an upload to the error of a source's picture.
    init(ofSource error: UploadError) {
        switch error {
        case .tooLarge(let limit), .imageTooLarge(let limit): self = .source(.tooLong(limit: limit))
        case .notAnImage(let finding): self = .source(.noImage(finding))
        case .missing: self = .source(.noImage(.empty))
        case .noRoom: self = .source(.busy)
        case .multipart, .parameter, .contentCoding, .sceneTooLong, .tooManyFiles, .part,
            .fieldTooLong, .malformedDigest, .digestMismatch:
            self = .upload(error)
        }
    }

    /// The reason why a source failed, in words for the operator; nil for other errors.
    var reasonOfSource: String? {
        guard case .source(.reading(let fault)) = self else { return nil }
        return fault.words
    }
}

// SPDX-License-Identifier: Apache-2.0

import Store

/// Takes the parts of a form: the picture, and parameters as fields.
struct FormReceiver: MultipartReceiver, Sendable {
    /// The name of the part that holds the picture.
    static let imageName = "image"

    var image: ImageBuffer
    private(set) var fields: [(name: String, value: String)] = []
    /// Whether the route takes parameters.
    private let takesParameters: Bool
    private var hasImage = false
    private var names: Set<String>
    private var current = ""
    private var value: [UInt8] = []

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - takesParameters: Whether fields may be parameters of a rendering.
    ///   - names: The parameters that the query string has already.
    ///   - imageLimit: The greatest length of the picture, in bytes.
    init(takesParameters: Bool, names: Set<String>, imageLimit: Int) {
        image = ImageBuffer(limit: imageLimit)
        self.takesParameters = takesParameters
        self.names = names
    }

    static func failure(_ error: MultipartError) -> UploadError { .multipart(error) }

    mutating func begin(_ part: MultipartPart) throws(UploadError) {
        current = part.name
        value.removeAll(keepingCapacity: true)
        if part.name == Self.imageName {
            guard !hasImage else { throw .parameter(.repeated(name: part.name)) }
            hasImage = true
            return
        }
        guard takesParameters, part.filename == nil,
            RenderParameter.Name(rawValue: part.name) != nil
        else {
            let suggestion = takesParameters ? Suggestion.nearest(to: part.name) : nil
            let isFile = part.filename != nil || !takesParameters
            throw .parameter(
                .unknown(name: part.name, suggestion: isFile ? Self.imageName : suggestion)
            )
        }
        guard names.insert(part.name).inserted else {
            throw .parameter(.repeated(name: part.name))
        }
    }

    mutating func receive(_ bytes: Span<UInt8>) throws(UploadError) {
        if current == Self.imageName { return try image.append(bytes) }
        let limit =
            RenderParameter.Name(rawValue: current).map { RenderParameter.row(for: $0).lengthLimit }
            ?? ParameterValue.lengthLimit
        guard value.count + bytes.count <= limit else {
            throw .fieldTooLong(name: current)
        }
        value.append(contentsOf: bytes)
    }

    mutating func endPart() throws(UploadError) {
        guard current != Self.imageName else { return }
        guard let text = String(validating: value, as: UTF8.self) else {
            throw .parameter(.malformedEncoding(name: current))
        }
        fields.append((current, text))
    }

    /// Says that the body is complete.
    ///
    /// - Returns: The digest of the picture.
    mutating func finish(isForm: Bool) throws(UploadError) -> Digest {
        guard hasImage || !isForm else { throw .missing }
        return try image.finish()
    }
}

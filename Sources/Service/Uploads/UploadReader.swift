// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// Parses a request body into an upload: a picture, a form, or a scene.
///
/// The address or the stated media type only selects among the three. A picture may come with any
/// type, because `curl --data-binary` declares every file as a form.
struct UploadReader: Sendable {
    /// The kinds of request bodies that are read.
    enum Kind: Hashable, Sendable {
        /// A picture without a form.
        case picture
        /// A form with a picture, parameters, or a scene with its pictures.
        case form
        /// A scene on a stored picture, as JSON.
        case scene

        /// Finds the kind of a body by its `Content-Type`; a picture unless it is a form or JSON.
        init(_ fields: HTTPFields) {
            let type = fields[.contentType] ?? ""
            if type.lowercased().hasPrefix("multipart/") {
                self = .form
            } else {
                let isScene = ParameterizedValue(type)?.value == "application/json"
                self = isScene ? .scene : .picture
            }
        }
    }

    /// The parser of a form; `nil` when the body is a picture or a scene.
    private var parser: MultipartParser?
    /// Whether the body is a scene.
    private(set) var isScene = false
    private var receiver: FormReceiver
    private var verifier: ContentVerifier

    /// Creates a reader of a body from the HTTP fields of its request.
    ///
    /// - Parameters:
    ///   - kind: The kind of the body.
    ///   - fields: The fields of the request.
    ///   - takesParameters: Whether a form may contain render parameters.
    ///   - names: The parameters that the query string has already.
    ///   - imageLimit: The greatest length of the picture, in bytes, whatever the length of the
    ///     body.
    /// - Throws: Errors that are known before the body is sent.
    init(
        _ kind: Kind,
        fields: HTTPFields,
        takesParameters: Bool,
        names: Set<String> = [],
        imageLimit: Int = .max
    ) throws(UploadError) {
        if let coding = fields[.contentEncoding], coding.lowercased() != "identity" {
            throw .contentCoding(coding)
        }
        verifier = try ContentVerifier(fields)
        receiver = FormReceiver(
            takesParameters: takesParameters,
            names: names,
            imageLimit: imageLimit
        )
        isScene = kind == .scene
        guard kind == .form else { return }
        guard let type = ParameterizedValue(fields[.contentType] ?? ""),
            type.value.hasPrefix("multipart/")
        else { throw .multipart(.badBoundary) }
        guard type.value == "multipart/form-data" else {
            throw .notAnImage(.form(mediaType: type.value))
        }
        do throws(MultipartError) {
            parser = try MultipartParser(boundary: type.parameters["boundary"])
        } catch {
            throw .multipart(error)
        }
    }

    /// The greatest accepted length of the body, in bytes: that of the picture or the scene;
    /// unlimited for a form.
    var bodyLimit: Int {
        if isScene { return SceneReader.lengthLimit }
        return parser == nil ? receiver.image.limit : .max
    }

    /// Reserves capacity for the whole body, in bytes.
    mutating func reserve(_ count: Int) {
        if !isScene { receiver.reserve(count) }
    }

    /// Parses the next bytes of the body, and hashes them.
    mutating func receive(_ bytes: Span<UInt8>) throws(UploadError) {
        verifier.update(bytes)
        if isScene {
            try receiver.receiveScene(bytes)
        } else if parser == nil {
            try receiver.image.append(bytes)
        } else {
            try parser?.consume(bytes, into: &receiver)
        }
    }

    /// Ends the body, checks it as a whole, and returns the upload.
    ///
    /// - Throws: Errors of the body as a whole.
    mutating func finish() throws(UploadError) -> Upload {
        if let parser {
            do throws(MultipartError) {
                try parser.finish()
            } catch {
                throw .multipart(error)
            }
        }
        let image = try receiver.finish(isForm: parser != nil)
        try verifier.finish()
        return Upload(
            image: image,
            scene: receiver.scene,
            files: receiver.files,
            fields: receiver.fields
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// Makes an upload from the pieces of a body: the file itself, a form with the file, or a scene.
///
/// The stated media type decides among them and is not believed otherwise: `curl --data-binary`
/// calls every file a form.
struct UploadReader: Sendable {
    /// Takes a form apart; `nil` when the body is the file itself, or a scene.
    private var parser: MultipartParser?
    /// Whether the body is a scene.
    private var isScene = false
    private var receiver: FormReceiver
    private var verifier: ContentVerifier

    /// Reads the head of a request.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - takesParameters: Whether a form may have parameters of a rendering.
    ///   - names: The parameters that the query string has already.
    ///   - imageLimit: The greatest length of the picture, in bytes, whatever the body may have.
    /// - Throws: What can be refused before the body is sent.
    init(
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
        let type = fields[.contentType] ?? ""
        if takesParameters, Self.isScene(fields) {
            isScene = true
            return
        }
        guard type.lowercased().hasPrefix("multipart/") else { return }
        guard let type = ParameterizedValue(type) else { throw .multipart(.badBoundary) }
        guard type.value == "multipart/form-data" else {
            throw .notAnImage(finding: "in a \(type.value) body")
        }
        do throws(MultipartError) {
            parser = try MultipartParser(boundary: type.parameters["boundary"])
        } catch {
            throw .multipart(error)
        }
    }

    /// Whether the body of a request to render is a scene, and not a picture or a form.
    static func isScene(_ fields: HTTPFields) -> Bool {
        ParameterizedValue(fields[.contentType] ?? "")?.value == "application/json"
    }

    /// The greatest length of a body that can be taken, in bytes: that of the picture, unless other
    /// things come with it.
    var bodyLimit: Int {
        if isScene { return SceneReader.lengthLimit }
        return parser == nil ? receiver.image.limit : .max
    }

    /// Makes room for a number of bytes of the body in all.
    mutating func reserve(_ count: Int) {
        if !isScene { receiver.reserve(count) }
    }

    /// Takes the next bytes.
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

    /// Says that the body is complete.
    ///
    /// - Throws: What is wrong with the body as a whole.
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

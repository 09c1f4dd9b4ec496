// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// Makes an upload from the pieces of a body, either the file itself or a form with the file.
///
/// The stated media type decides between the two and is not believed otherwise: `curl
/// --data-binary` calls every file a form.
struct UploadReader: Sendable {
    /// Takes a form apart; `nil` when the body is the file itself.
    private var parser: MultipartParser?
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

    /// The greatest length of a body that can be taken, in bytes: that of the picture, unless other
    /// things come with it.
    var bodyLimit: Int { parser == nil ? receiver.image.limit : .max }

    /// Makes room for a number of bytes of the picture in all.
    mutating func reserve(_ count: Int) {
        receiver.image.reserve(count)
    }

    /// Takes the next bytes.
    mutating func receive(_ bytes: Span<UInt8>) throws(UploadError) {
        verifier.update(bytes)
        if parser == nil {
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
        let digest = try receiver.finish(isForm: parser != nil)
        try verifier.finish()
        return Upload(bytes: receiver.image.bytes, digest: digest, fields: receiver.fields)
    }
}

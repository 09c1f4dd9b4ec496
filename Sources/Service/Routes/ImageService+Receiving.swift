// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Rendering

extension ImageService {
    /// Receives the body of a request, and calls an action with the parsed upload.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - reader: The parser of the upload.
    ///   - action: Called with the upload.
    /// - Throws: An error that is known before the client sends the body.
    func receive(
        _ context: RequestContext,
        with reader: UploadReader,
        then action: @escaping @Sendable (Upload) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let limit = min(configuration.bodyLimit, reader.bodyLimit)
        let length: Int?
        switch context.exchange.bodyLength {
        case .none, .known(0): throw .upload(.missing)
        case .known(let count) where count > limit:
            throw .upload(
                reader.isScene ? .sceneTooLong(limit: limit) : .tooLarge(limit: limit)
            )
        case .known(let count): length = count
        case .chunked: length = nil
        }
        let consumer: UploadConsumer
        do throws(UploadError) {
            consumer = try UploadConsumer(
                reader: reader,
                length: length,
                limit: limit,
                budget: receiving
            ) { result in
                do throws(ServiceError) {
                    switch result {
                    case .success(let upload):
                        try self.whereHeadersFit(upload, context) { () throws(ServiceError) in
                            try action(upload)
                        }
                    case .failure(let error): throw .upload(error)
                    }
                } catch {
                    context.fail(error)
                }
            }
        } catch {
            throw .upload(error)
        }
        context.exchange.receiveBody(limit: limit, into: consumer)
    }

    /// Creates the reader of a body that holds a picture or a scene, and perhaps parameters.
    func reader(
        for context: RequestContext,
        _ kind: UploadReader.Kind,
        names: Set<String>
    ) throws(ServiceError) -> UploadReader {
        try reader(for: context, kind, takesParameters: true, names: names, imageLimit: .max)
    }

    /// Creates the reader of a body that holds a picture only, perhaps in a form.
    func reader(
        for context: RequestContext,
        imageLimit: Int = .max
    ) throws(ServiceError) -> UploadReader {
        let isForm = UploadReader.Kind(context.request.headerFields) == .form
        return try reader(
            for: context,
            isForm ? .form : .picture,
            takesParameters: false,
            names: [],
            imageLimit: imageLimit
        )
    }

    private func reader(
        for context: RequestContext,
        _ kind: UploadReader.Kind,
        takesParameters: Bool,
        names: Set<String>,
        imageLimit: Int
    ) throws(ServiceError) -> UploadReader {
        do throws(UploadError) {
            return try UploadReader(
                kind,
                fields: context.request.headerFields,
                takesParameters: takesParameters,
                names: names,
                imageLimit: imageLimit
            )
        } catch {
            throw .upload(error)
        }
    }

    /// Reads the header of an uploaded picture.
    ///
    /// - Parameters:
    ///   - file: The picture.
    ///   - damage: The kinds of damage with which it is accepted.
    ///   - frame: The frame to take of the file, from 1; nil for the first frame of any file.
    /// - Returns: The picture.
    /// - Throws: A reason to refuse it.
    func source(
        _ file: Upload.File,
        damage: DamagePolicy,
        frame: Int? = nil
    ) throws(ServiceError) -> SourceImage {
        do throws(RenderError) {
            var source = try SourceImage(
                bytes: file.bytes,
                limits: limits,
                damage: damage,
                taking: PictureSelection(frame: frame)
            )
            source.reservation = file.reservation
            return source
        } catch {
            throw ServiceError.render(error).explained(by: FileFacts(file.bytes))
        }
    }
}

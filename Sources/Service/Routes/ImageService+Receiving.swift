// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering

extension ImageService {
    /// Receives a body.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - reader: The reader of the upload.
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
        case .known(let count) where count > limit: throw .upload(.tooLarge(limit: limit))
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
                    case .success(let upload): try action(upload)
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

    /// Creates the reader of a body from the fields of the request.
    func reader(
        for context: RequestContext,
        takesParameters: Bool,
        names: Set<String> = [],
        imageLimit: Int = .max
    ) throws(ServiceError) -> UploadReader {
        do throws(UploadError) {
            return try UploadReader(
                fields: context.request.headerFields,
                takesParameters: takesParameters,
                names: names,
                imageLimit: imageLimit
            )
        } catch {
            throw .upload(error)
        }
    }

    /// Reads the header of a picture.
    func source(_ file: Upload.File) throws(ServiceError) -> SourceImage {
        do throws(RenderError) {
            var source = try SourceImage(bytes: file.bytes, limits: limits)
            source.reservation = file.reservation
            return source
        } catch {
            throw .render(error)
        }
    }

    /// Refuses a rendering without a free worker or place in the queue, before its picture is sent.
    func refuseWhenSaturated() throws(ServiceError) {
        guard let error = saturationNow else { return }
        saturation.note(error)
        throw .admission(error)
    }

    /// The reason why a rendering would be refused now; nil if it would be accepted.
    var saturationNow: AdmissionError? {
        let status = pool.status
        guard status.running >= configuration.workers,
            status.queued >= configuration.queueLimit
                || status.expectedWait > configuration.queueWait
        else { return nil }
        return .saturated(expectedWait: status.expectedWait)
    }
}

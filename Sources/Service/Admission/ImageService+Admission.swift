// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Raster
import Rendering
import Store

// Under overload a request costs least if it is refused before its parameters and its body are
// read. The length of the body or the size of a stored picture is known by then, and tells about
// how long it would wait.
extension ImageService {
    /// The usual work of rendering a photo per byte of its file, in passes over one sample.
    private static let workPerByte = 32

    /// The work of decoding and encoding a picture per sample of it, in passes over one sample.
    private static let workPerSample = 8

    /// The limits on the memory and the work of one request.
    var prices: PriceLimits {
        PriceLimits(
            memoryBudget: configuration.memoryBudget,
            deadline: configuration.deadline,
            pixelLimit: configuration.pixelLimit
        )
    }

    /// The memory and the work to reserve for a rendering.
    ///
    /// Beside its estimate, these are the bytes that its slowest reader may lag behind: a rendering that
    /// is parked holds them for as long as the reader likes.
    static func reservation(for renderer: Renderer) -> RenderEstimate {
        let greatest = ImageEncoder.maximumEncodedByteCount(
            renderer.output.encoding,
            size: renderer.outputSize,
            layout: renderer.outputLayout
        )
        let estimate = renderer.estimate
        let lag = min(GrowingResult.Limits().window, greatest)
        return RenderEstimate(
            memory: estimate.memory + lag,
            work: estimate.work,
            isGuess: estimate.isGuess,
            drawsTexts: estimate.drawsTexts
        )
    }

    /// Reserves a place in the queue for an upload, or refuses it before its body is received.
    ///
    /// Whether the result is cached cannot be known before the whole body was received and hashed,
    /// and a digest that the client states proves nothing. So this refuses such an upload as well.
    func announceUpload(
        _ context: RequestContext
    ) throws(ServiceError) -> WorkerPool.Announcement {
        let length =
            switch context.exchange.bodyLength {
            case .none, .chunked: 0
            case .known(let count): count
            }
        // A length may be close to the greatest integer.
        let work = min(length, Int.max / Self.workPerByte) * Self.workPerByte
        do throws(AdmissionError) {
            return try pool.announce(ofWork: work, from: caller(of: context))
        } catch {
            saturation.note(error)
            throw .admission(error)
        }
    }

    /// Refuses to render a stored picture under overload, unless the response may need no worker.
    func refuseWhenSaturated(
        _ context: RequestContext,
        for header: ImageHeader,
        _ client: ClientPreferences
    ) throws(ServiceError) {
        let fields = context.request.headerFields
        guard context.request.method == .get, fields[.ifNoneMatch] == nil, fields[.ifMatch] == nil,
            !askedRenderings.contains(KnownRendering.Name(context.request))
        else { return }
        let samples = header.codedSize.pixelCount * header.layout.channelCount
        let work = samples * Self.workPerSample
        guard let error = pool.refusal(ofWork: work, from: caller(of: context)) else { return }
        // The plan of a rendering needs no worker.
        guard !client.wantsPlan else { return }
        saturation.note(error)
        throw .admission(error)
    }

    /// The error with which any rendering would be refused now; nil if one might be accepted.
    var saturationNow: AdmissionError? { pool.refusal(ofWork: .max, from: .unknown) }

    /// The client that the queue counts a request for: the owner of its token, or else its network.
    func caller(of context: RequestContext) -> WorkerPool.Caller {
        context.access.identity
            ?? WorkerPool.Caller(PeerNetwork.name(of: context.exchange.peer))
    }
}

/// The grouping of clients by their network.
enum PeerNetwork {
    /// Returns the part of a client's IP address that all clients of its network share.
    ///
    /// - Parameter peer: An address with a port, as ``HTTPExchange/peer`` has it.
    /// - Returns: The first 24 bits of an IPv4 address, about the first 64 of an IPv6 address, and
    ///   any other text as it is.
    static func name(of peer: String) -> Substring {
        if peer.utf8.first == UInt8(ascii: "[") {
            var colons = 0
            var last = UInt8(0)
            let end = peer.utf8.firstIndex { byte in
                defer { last = byte }
                guard byte == UInt8(ascii: ":") else { return byte == UInt8(ascii: "]") }
                colons += 1
                return colons == 4 || last == byte
            }
            return peer[..<(end ?? peer.endIndex)]
        }
        let end = peer.utf8.lastIndex(of: UInt8(ascii: "."))
        return peer[..<(end ?? peer.endIndex)]
    }
}

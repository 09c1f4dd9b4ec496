// SPDX-License-Identifier: Apache-2.0

import Codecs
import Dispatch
import HTTPServer
import HTTPTypes
import Rendering
import Store

// An event loop serves many connections, and whatever it computes keeps all of them waiting. So
// scenes, galleries and long lists of filters are read and planned on workers, like the renderings
// that follow, with the same queue and the same deadline.
extension ImageService {
    /// The length of a query up to which parameters are parsed on the event loop, in bytes.
    private static let shortQuery = 384

    /// The number of functions in a query up to which parameters are parsed on the event loop.
    ///
    /// To plan a filter costs as much as a dozen other parameters.
    private static let fewFunctions = 8

    /// The work of parsing and planning a scene or a query per byte, in passes over one sample.
    private static let workPerPlannedByte = 400

    /// The work of planning a gallery, in passes over one sample.
    private static let workOfGallery = 2_000_000

    /// Queues an action for the workers, one of which calls it once it is free.
    ///
    /// - Parameters:
    ///   - work: The work of the action, in passes over a sample.
    ///   - memory: The memory that the action holds, in bytes.
    ///   - context: The request; it is answered with the error if the action fails.
    ///   - action: Reads and plans what the request asks for.
    /// - Throws: The reason why the action will not be called.
    func onWorker(
        work: Int,
        memory: Int = 0,
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let cancellation = Cancellation(deadline: .now + configuration.deadline)
        context.exchange.onClientGone { cancellation.cancel() }
        do throws(AdmissionError) {
            try pool.submit(
                RenderEstimate(memory: memory, work: work),
                from: caller(of: context),
                cancellation: cancellation,
                work: { _ in
                    do throws(ServiceError) {
                        guard !cancellation.isOverdue else { throw .render(.deadlineExceeded) }
                        try action()
                        return .planned
                    } catch {
                        context.fail(error)
                        return .planned
                    }
                },
                refused: { [saturation] error in
                    saturation.note(error)
                    context.fail(.admission(error))
                }
            )
        } catch {
            saturation.note(error)
            throw .admission(error)
        }
    }

    /// Calls an action at once, on a worker if it has to parse a long query, or on the queue for headers if it may
    /// wait until the codecs are known.
    func whereQueryFits(
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        if !ForeignCodecHost.isCounted, context.mayNeedCodecs {
            return onProbingQueue(context, do: action)
        }
        guard !Self.isShort(context.query) else { return try action() }
        let length = context.query.utf8.count
        try onWorker(work: length * Self.workPerPlannedByte, context, do: action)
    }

    /// Whether a query is short enough to be parsed on the event loop.
    static func isShort(_ query: some StringProtocol) -> Bool {
        guard query.utf8.count <= shortQuery else { return false }
        var functions = 0
        var last = (UInt8(0), UInt8(0))
        for byte in query.utf8 {
            // Percent-encoded as well: %28.
            let isBehindPercent2 = last == (UInt8(ascii: "%"), UInt8(ascii: "2"))
            if byte == UInt8(ascii: "(") || isBehindPercent2 && byte == UInt8(ascii: "8") {
                functions += 1
            }
            last = (last.1, byte)
        }
        return functions <= fewFunctions
    }

    /// Calls an action at once, or on a worker if an upload has a scene or many parameters.
    func whereUploadFits(
        _ upload: Upload,
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let fields = upload.fields.reduce(context.query.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
        let length = fields + (upload.scene?.count ?? 0)
        guard upload.scene != nil || length > Self.shortQuery else { return try action() }
        let pictures = upload.files.values.map(\.bytes.count) + [upload.image?.bytes.count ?? 0]
        try onWorker(
            work: length * Self.workPerPlannedByte,
            memory: pictures.reduce(0, +),
            context,
            do: action
        )
    }

    /// Calls an action immediately, or on the queue for headers if an uploaded file is long.
    func whereHeadersFit(
        _ upload: Upload,
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let files = upload.files.values.map(\.bytes) + [upload.image?.bytes].compactMap { $0 }
        let statesFormat = upload.scene != nil || !upload.fields.isEmpty
        if !ForeignCodecHost.isCounted, statesFormat {
            return onProbingQueue(context, do: action)
        }
        try whereHeadersFit(files, context, do: action)
    }

    /// Calls an action immediately, or on the queue for headers if it reads that of a long file.
    ///
    /// The header of a stored picture is known, but not that of another frame, and not that of a
    /// drawing in another size.
    func whereHeadersFit(
        _ kept: KeptPictures,
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let selects = context.query.contains("frame")
        if !ForeignCodecHost.isCounted, kept.all.contains(where: \.metadata.header.format.isForeign)
        {
            return onProbingQueue(context, do: action)
        }
        let files = kept.all.filter { selects || $0.metadata.header.format == .svg }.map(\.bytes)
        try whereHeadersFit(files, context, do: action)
    }

    private func whereHeadersFit(
        _ files: [[UInt8]],
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let isQuick = files.allSatisfy { file in
            ImageHeader.isQuicklyRead(file.span)
                && (ForeignCodecHost.isCounted || !ImageFormat.mayBeForeign(file.span))
        }
        if isQuick { try action() } else { onProbingQueue(context, do: action) }
    }

    /// Queues an action that reads the header of a long file, or that waits until the codecs are known.
    ///
    /// Not on a worker: a hit must neither wait for renderings nor be refused with them.
    private func onProbingQueue(
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) {
        probing.async {
            do throws(ServiceError) { try action() } catch { context.fail(error) }
        }
    }

    /// Queues an action that plans a gallery, for a worker to call.
    func planGallery(
        _ context: RequestContext,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        try onWorker(work: Self.workOfGallery, context, do: action)
    }
}

extension RequestContext {
    /// Whether the answer may depend on the installed codecs, by the head of the request alone.
    ///
    /// Until they are known, soon after the start, such a request must not be answered on an event loop, which would wait
    /// for them. An image of the format of a library is found out later, by its bytes.
    fileprivate var mayNeedCodecs: Bool {
        if ["/readyz", "/v1/formats", "/v1/status"].contains(path) { return true }
        guard path.hasPrefix("/v1/") else { return false }
        let names = ["format", "prefer"].contains { query.contains($0) }
        let accept = request.headerFields[.accept] ?? "*/*"
        let isPlain = accept == "*/*" || accept.contains("json") && !accept.contains("image/")
        return names || !isPlain || request.headerFields[.saveData] != nil
    }
}

extension ImageFormat {
    /// Whether a file may be of a format that a library reads: it is neither a JPEG nor a PNG.
    fileprivate static func mayBeForeign(_ file: Span<UInt8>) -> Bool {
        switch sniff(file) {
        case .jpeg, .png: false
        case let format: format?.isForeign ?? true
        }
    }
}

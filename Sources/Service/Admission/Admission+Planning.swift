// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Rendering

extension Admission {
    /// Runs a closure that parses or plans what a request asks for: here if its texts are short, else on a worker.
    ///
    /// - Parameters:
    ///   - texts: The texts that it parses or plans.
    ///   - files: The files whose headers the closure may read.
    ///   - request: The request.
    ///   - work: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or the reason why no worker runs it.
    func plan<Value: Sendable>(
        _ texts: PlannedTexts,
        over files: [[UInt8]] = [],
        for request: RequestContext,
        _ work: @escaping @Sendable () throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        guard texts.isLong else { return try await headers.run(over: files, work) }
        return try await onWorker(
            RenderEstimate(memory: texts.memory, work: texts.work),
            for: request,
            work
        )
    }

    /// Runs a closure on a worker, within the deadline of renderings.
    func onWorker<Value: Sendable>(
        _ estimate: RenderEstimate,
        for request: RequestContext,
        _ work: @escaping @Sendable () throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let cancellation = Cancellation(deadline: .now + deadline)
        return try await pool.run(
            estimate,
            from: request.caller,
            cancellation: cancellation,
            isPlanning: true,
            refusal: { [saturation] error in
                saturation.note(error)
                return ServiceError.admission(error)
            },
            { _ throws(ServiceError) in
                guard !cancellation.isOverdue else { throw .render(.deadlineExceeded) }
                return try work()
            }
        )
    }
}

/// The texts of a request that are parsed and planned: its query, the fields of a form, or a scene.
struct PlannedTexts: Sendable {
    /// The length of a text up to which it is parsed on the event loop, in bytes.
    private static let shortText = 384

    /// The number of functions in a query up to which it is parsed on the event loop.
    ///
    /// To plan a filter costs as much as a dozen other parameters.
    private static let fewFunctions = 8

    /// The work of parsing and planning the texts, in passes over one sample.
    let work: Int
    /// The memory that is held meanwhile, in bytes.
    let memory: Int
    /// Whether the texts are so long that a worker parses and plans them.
    let isLong: Bool

    /// The plan of a gallery, which is long whatever its query.
    static let gallery = PlannedTexts(work: Price.gallery)

    private init(work: Int) {
        self.work = work
        memory = 0
        isLong = true
    }

    /// Measures the query of a request.
    init(_ request: RequestContext) { self.init(query: request.query) }

    /// Measures a query, and a scene if there is one.
    init(query: some StringProtocol, scene: [UInt8]? = nil) {
        work = (query.utf8.count + (scene?.count ?? 0)) * Price.perPlannedByte
        memory = 0
        isLong = scene != nil || !Self.isShort(query)
    }

    /// Measures the query of a request and the texts of its upload.
    init(_ request: RequestContext, _ upload: Upload) {
        let fields = upload.fields.reduce(request.query.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
        let byteCount = fields + (upload.scene?.count ?? 0)
        work = byteCount * Price.perPlannedByte
        memory = upload.images.reduce(0) { $0 + $1.bytes.count }
        isLong =
            upload.scene != nil || byteCount > Self.shortText || !Self.isShort(request.query)
    }

    /// Whether a query is short enough to be parsed on the event loop.
    static func isShort(_ query: some StringProtocol) -> Bool {
        guard query.utf8.count <= shortText else { return false }
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
}

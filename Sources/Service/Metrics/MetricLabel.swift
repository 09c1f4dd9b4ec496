// SPDX-License-Identifier: Apache-2.0

/// A label of metrics with a fixed number of values.
///
/// A label with arbitrary values, such as paths, would let clients fill the memory of the server and of
/// whoever scrapes it.
protocol MetricLabel: CaseIterable, Sendable {
    /// The name of the label.
    static var name: String { get }
    /// The text of this value in the exposed metrics.
    var text: String { get }
    /// The position of this value among all values of the label, from 0.
    var index: Int { get }
}

extension MetricLabel where Self: RawRepresentable<Int> {
    /// The raw value, which counts from zero.
    var index: Int { rawValue }
}

/// The name of a label, and all values that it can have.
struct MetricLabelRow: Hashable, Sendable {
    /// The name of the label.
    let name: String
    /// The texts of all values that the label can have, in the order of ``MetricLabel/index``.
    let values: [String]

    /// Lists the name and all values of a type of label.
    init<Label: MetricLabel>(_ label: Label.Type) {
        name = Label.name
        values = Label.allCases.map(\.text)
    }
}

/// The method of a request, as a label; all unknown methods share one value.
enum MethodLabel: Int, MetricLabel {
    case get, head, post, put, delete, options, other

    static let name = "method"

    /// Finds the value for the name of a method; `other` for an unknown one, and for nil.
    init(_ method: String?) {
        switch method {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        // Foreign: String
        default: self = .other
        }
    }

    var text: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other: "other"
        }
    }
}

/// The status code of an answer, as a label; codes that the service never sends share one value.
struct StatusLabel: MetricLabel {
    static let name = "status"

    let index: Int

    /// The status codes of answers, and the code that is logged for a client that left early.
    private static let codes = [
        200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413,
        414, 415, 416, 417, 421, 422, 429, 431, AccessLog.clientLeftStatus, 500, 501, 502, 503, 504,
        505, 507,
    ]

    /// The index of the label's value for each status code below 600.
    private static let indices: [UInt8] = {
        var indices = [UInt8](repeating: UInt8(codes.count), count: 600)
        for (index, code) in codes.enumerated() { indices[code] = UInt8(index) }
        return indices
    }()

    static let allCases = (0...codes.count).map { StatusLabel(index: $0) }

    private init(index: Int) { self.index = index }

    /// Finds the value for a status code.
    init(_ code: Int) {
        index = Self.indices.indices.contains(code) ? Int(Self.indices[code]) : Self.codes.count
    }

    var text: String { index < Self.codes.count ? String(Self.codes[index]) : "other" }
}

/// A phase of a request, as a label: one in `Server-Timing`, or the sending of the answer.
enum PhaseLabel: Int, MetricLabel {
    case queue, decode, effects, encode, send

    static let name = "phase"

    var text: String {
        switch self {
        case .queue: "queue"
        case .decode: "decode"
        case .effects: "effects"
        case .encode: "encode"
        case .send: "send"
        }
    }
}

/// The outcome of a rendering, as a label.
enum RenderEndLabel: Int, MetricLabel {
    case done, failed, cancelled, overdue, refused

    static let name = "outcome"

    var text: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .overdue: "overdue"
        case .refused: "refused"
        }
    }
}

/// The side of a rendering, as a label: the picture that is read, or the result that is written.
enum DirectionLabel: Int, MetricLabel {
    case read, written

    static let name = "direction"

    var text: String {
        switch self {
        case .read: "read"
        case .written: "written"
        }
    }
}

extension CacheStatus.Outcome: MetricLabel {
    static let name = "cache"

    static let allCases: [CacheStatus.Outcome] = [
        .hit, .stored, .collapsed, .miss, .refresh, .bypass,
    ]

    var text: String { word }

    var index: Int {
        switch self {
        case .hit: 0
        case .stored: 1
        case .collapsed: 2
        case .miss: 3
        case .refresh: 4
        case .bypass: 5
        }
    }
}

extension ProblemType: MetricLabel {
    static let name = "type"

    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) }
    )

    var text: String { rawValue }

    var index: Int { Self.indices[self] ?? 0 }
}

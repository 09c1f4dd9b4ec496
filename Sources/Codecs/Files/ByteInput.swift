// SPDX-License-Identifier: Apache-2.0

/// The input of a decoder library: the bytes of the file, and the check whether to go on.
///
/// The library's callbacks cannot throw, so errors are kept here until the library has returned.
final class ByteInput {
    /// Asked during long work.
    let supervision: Supervision

    private var chunk: [UInt8]
    private var position = 0
    private var source: ByteSource?

    /// The error of the source: it explains a missing end better than the library's own error.
    private(set) var failure: CodecError?

    /// Creates an input from the beginning of a file and a source of its remaining bytes.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file, or all of it.
    ///   - source: Delivers the rest; nil when there is none.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    init(_ bytes: [UInt8], then source: ByteSource?, supervision: Supervision) {
        chunk = bytes
        self.source = source
        self.supervision = supervision
    }

    /// Reads the next bytes, up to a maximum number; none at the end of the file or after an error.
    func next(upTo maximum: Int) -> ArraySlice<UInt8> {
        if position == chunk.count { refill() }
        let end = min(chunk.count, position + maximum)
        defer { position = end }
        return chunk[position..<end]
    }

    /// Reads all remaining bytes of the file; fewer after an error of the source.
    func rest() -> [UInt8] {
        var bytes = position == 0 ? chunk : Array(chunk[position...])
        position = chunk.count
        while source != nil {
            refill()
            bytes += chunk
            position = chunk.count
        }
        return bytes
    }

    /// Replaces all remaining bytes of the file.
    func rewrite(_ change: ([UInt8]) -> [UInt8]) {
        chunk = change(rest())
        (position, source) = (0, nil)
    }

    private func refill() {
        guard let source else { return }
        do {
            chunk = try source()
        } catch {
            failure = .sourceFailed
            chunk = []
        }
        position = 0
        if chunk.isEmpty { self.source = nil }
    }
}

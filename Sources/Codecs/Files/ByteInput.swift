// SPDX-License-Identifier: Apache-2.0

/// The file as a decoder library reads it, and the check whether to go on.
///
/// The library's callbacks cannot throw: what goes wrong stays here until the library has returned.
final class ByteInput {
    private var chunk: [UInt8]
    private var position = 0
    private var source: ByteSource?
    private let shouldContinue: () -> Bool

    /// What the source threw, which explains the end of the bytes better than the library can.
    private(set) var failure: CodecError?

    /// Creates an input.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file, or all of it.
    ///   - source: Delivers what follows; nil when nothing does.
    ///   - shouldContinue: Asked while the library works for long.
    init(_ bytes: [UInt8], then source: ByteSource?, shouldContinue: @escaping () -> Bool) {
        chunk = bytes
        self.source = source
        self.shouldContinue = shouldContinue
    }

    /// Whether the library may go on.
    func mayContinue() -> Bool { shouldContinue() }

    /// The bytes that come next, at most some; none at the end of the file or after a failure.
    func next(upTo maximum: Int) -> ArraySlice<UInt8> {
        if position == chunk.count { refill() }
        let end = min(chunk.count, position + maximum)
        defer { position = end }
        return chunk[position..<end]
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

// SPDX-License-Identifier: Apache-2.0

/// The input of a decoder library: the bytes of the file, and the check whether to go on.
///
/// The library's callbacks cannot throw, so errors are kept here until the library has returned.
final class ByteInput {
    private var chunk: [UInt8]
    private var position = 0
    private var source: ByteSource?
    private let shouldContinue: () -> Bool
    private let onLibraryError: (String) -> Void

    /// The error of the source: it explains a missing end better than the library's own error.
    private(set) var failure: CodecError?

    /// Creates an input from the beginning of a file and a source of its remaining bytes.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file, or all of it.
    ///   - source: Delivers the rest; nil when there is none.
    ///   - shouldContinue: Called repeatedly during long work.
    ///   - onLibraryError: Called with the library's own words when it fails.
    init(
        _ bytes: [UInt8],
        then source: ByteSource?,
        shouldContinue: @escaping () -> Bool,
        onLibraryError: @escaping (String) -> Void
    ) {
        chunk = bytes
        self.source = source
        self.shouldContinue = shouldContinue
        self.onLibraryError = onLibraryError
    }

    /// Asks the caller whether the library may go on.
    func mayContinue() -> Bool { shouldContinue() }

    /// Passes the error message of the library to the caller, unless it is empty.
    func report(_ message: String) {
        if !message.isEmpty { onLibraryError(message) }
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

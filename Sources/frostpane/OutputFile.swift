// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A file in the making: it takes its name when it is whole, and leaves nothing when it is not.
///
/// One thread at a time writes; the state sits behind a lock because a render may change threads.
final class OutputFile: Sendable {
    private enum Place {
        /// A temporary file beside the target, to be renamed.
        case temporary(path: String, target: String)
        /// A device or a pipe, which cannot be replaced.
        case direct
    }

    private struct State {
        var isOpen = true
        var failure: Syscall.Failure?
    }

    private let descriptor: Int32
    private let place: Place
    private let state = Mutex(State())

    /// Creates a file, or opens what cannot be replaced.
    ///
    /// - Parameter path: The name that it will have. A link is followed; a file that is there is
    ///   replaced at the end, and its permissions are kept.
    /// - Throws: What the system refuses.
    init(path: String) throws(Syscall.Failure) {
        let status = try? Syscall.status(path)
        if let status, status.kind == .folder { throw Syscall.Failure(code: EISDIR) }
        if let status, status.kind == .other {
            descriptor = try Syscall.open(path, O_WRONLY)
            place = .direct
            return
        }
        let target = Syscall.realPath(path) ?? path
        let temporary = Self.temporaryPath(beside: target)
        descriptor = try Syscall.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
        place = .temporary(path: temporary, target: target)
        TemporaryFiles.shared.insert(temporary)
        if let status { try? Syscall.setPermissions(status.permissions, of: descriptor) }
    }

    deinit {
        guard state.withLock({ $0.isOpen }) else { return }
        try? Syscall.close(descriptor)
        guard case .temporary(let path, _) = place else { return }
        Syscall.remove(path)
        TemporaryFiles.shared.remove(path)
    }

    /// Why bytes were not written, once some were not.
    var failure: Syscall.Failure? { state.withLock { $0.failure } }

    /// Writes the next bytes; false when that failed.
    func write(_ bytes: [UInt8]) -> Bool {
        do {
            try Syscall.write(bytes, to: descriptor)
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    /// Gives the file its name; nothing is written after that.
    func finish() throws(Syscall.Failure) {
        guard case .temporary(let path, let target) = place else {
            state.withLock { $0.isOpen = false }
            return try Syscall.close(descriptor)
        }
        // What is there is replaced only by what is on the disk. After a failure the rest is left
        // to `deinit`.
        try Syscall.synchronize(descriptor)
        try Syscall.rename(path, to: target)
        TemporaryFiles.shared.remove(path)
        state.withLock { $0.isOpen = false }
        try Syscall.close(descriptor)
    }

    private static func temporaryPath(beside target: String) -> String {
        let slash = target.lastIndex(of: "/")
        let folder = slash.map { target[...$0] } ?? ""
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder).frostpane-\(number).partial"
    }
}

/// The temporary files that exist now, so that a signal can remove them.
final class TemporaryFiles: Sendable {
    static let shared = TemporaryFiles()

    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes all of them and ends the process; no file can be begun or finished any more.
    func removeAll(endingWith code: ExitCode) -> Never {
        paths.withLock { paths in
            for path in paths { Syscall.remove(path) }
            Syscall.exit(code)
        }
    }
}

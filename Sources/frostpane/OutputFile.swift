// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A file in the making: it takes its name when it is whole, and leaves nothing when it is not.
///
/// Until then it has no name at all where the file system can do that, so that nothing is left even
/// when the process is killed; elsewhere, and for the moment in which it replaces another file, a
/// hidden one beside its own.
///
/// One thread at a time writes; the state sits behind a lock because a render may change threads.
final class OutputFile: Sendable {
    private enum Place {
        /// A temporary file beside the target, to be named, if it is not yet, and then renamed.
        case temporary(path: String, target: String, isNamed: Bool)
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
    /// - Parameters:
    ///   - path: The name that it will have. A link is followed; a file that is there is replaced
    ///     at the end, and its permissions are kept.
    ///   - mayBeUnnamed: Whether it is to have no name until then, where that is possible.
    /// - Throws: What the system refuses.
    init(path: String, mayBeUnnamed: Bool = true) throws(Syscall.Failure) {
        let status = try? Syscall.status(path)
        if let status, status.kind == .folder { throw Syscall.Failure(code: EISDIR) }
        if let status, status.kind == .other {
            descriptor = try Syscall.open(path, O_WRONLY)
            place = .direct
            return
        }
        let target = Syscall.realPath(path) ?? path
        let folder = Self.folder(of: target)
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = "\(folder).frostpane-\(number).partial"
        if mayBeUnnamed, let unnamed = try? Syscall.openUnnamed(in: folder) {
            descriptor = unnamed
            place = .temporary(path: temporary, target: target, isNamed: false)
        } else {
            descriptor = try Syscall.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
            place = .temporary(path: temporary, target: target, isNamed: true)
        }
        TemporaryFiles.shared.insert(temporary)
        if let status { try? Syscall.setPermissions(status.permissions, of: descriptor) }
    }

    deinit {
        guard state.withLock({ $0.isOpen }) else { return }
        try? Syscall.close(descriptor)
        guard case .temporary(let path, _, _) = place else { return }
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
        guard case .temporary(let path, let target, let isNamed) = place else {
            state.withLock { $0.isOpen = false }
            return try Syscall.close(descriptor)
        }
        // What is there is replaced only by what is on the disk. After a failure the rest is left
        // to `deinit`.
        try Syscall.synchronize(descriptor)
        let descriptor = descriptor
        try TemporaryFiles.shared.settle(path) { () throws(Syscall.Failure) in
            if !isNamed { try Syscall.link(descriptor, to: path) }
            try Syscall.rename(path, to: target)
        }
        state.withLock { $0.isOpen = false }
        try Syscall.close(descriptor)
    }

    private static func folder(of target: String) -> String {
        target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
    }
}

/// The temporary files that exist now, so that a signal can remove them.
final class TemporaryFiles: Sendable {
    static let shared = TemporaryFiles()

    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Makes a temporary file a lasting one, unless the process is ending.
    func settle(
        _ path: String,
        _ rename: () throws(Syscall.Failure) -> Void
    ) throws(Syscall.Failure) {
        try paths.withLock { paths throws(Syscall.Failure) in
            try rename()
            paths.remove(path)
        }
    }

    /// Removes all of them and ends the process; no file can be begun or finished any more.
    func removeAll(endingWith code: ExitCode) -> Never {
        paths.withLock { paths in
            for path in paths { Syscall.remove(path) }
            Syscall.exit(code)
        }
    }
}

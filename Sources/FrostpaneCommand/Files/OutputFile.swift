// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// An output file that gets its name only when it is complete, and leaves nothing after a failure.
///
/// Until then it has no name at all if the file system supports that, so nothing is left even after
/// SIGKILL. Other file systems, and the replacement of an existing file, need a hidden temporary
/// file in the same folder.
///
/// Only one thread at a time writes; a lock protects the state because a render may move between
/// threads.
final class OutputFile: Sendable {
    private enum Place {
        /// A temporary file in the target's folder, named if necessary, and then renamed.
        case temporary(path: String, target: String, isNamed: Bool)
        /// A device or a pipe, written directly.
        case direct
    }

    private struct State {
        var isOpen = true
        var failure: Syscall.Failure?
    }

    private let descriptor: Int32
    private let place: Place
    private let state = Mutex(State())

    /// Creates an output file without its final name, or opens a device or a pipe.
    ///
    /// - Parameters:
    ///   - path: The final name. Links are followed. An existing file is replaced at the end, and
    ///     its permissions are kept.
    ///   - mayBeUnnamed: Whether to create the file without a name if possible.
    /// - Throws: Errors of the system.
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

    /// The error of a failed write; nil if none has failed.
    var failure: Syscall.Failure? { state.withLock { $0.failure } }

    /// Writes the next bytes; returns false and keeps the error if that fails.
    func write(_ bytes: [UInt8]) -> Bool {
        do {
            try Syscall.write(bytes, to: descriptor)
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    /// Flushes the file to the disk and gives it its name; nothing can be written after that.
    ///
    /// - Parameter replacing: Whether an existing file is replaced.
    /// - Throws: Errors of the system; `EEXIST` for an existing file that is not to be replaced.
    func finish(replacing: Bool = true) throws(Syscall.Failure) {
        guard case .temporary(let path, let target, let isNamed) = place else {
            state.withLock { $0.isOpen = false }
            return try Syscall.close(descriptor)
        }
        // The data is on the disk before it replaces anything. After an error, `deinit` cleans up.
        try Syscall.synchronize(descriptor)
        let descriptor = descriptor
        try TemporaryFiles.shared.settle(path) { () throws(Syscall.Failure) in
            guard replacing else {
                try Syscall.link(descriptor, to: target)
                if isNamed { Syscall.remove(path) }
                return
            }
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

/// The temporary files of the process that exist now, to be removed when a signal ends it.
final class TemporaryFiles: Sendable {
    static let shared = TemporaryFiles()

    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Renames a temporary file to its target, unless the process is ending.
    func settle(
        _ path: String,
        _ rename: () throws(Syscall.Failure) -> Void
    ) throws(Syscall.Failure) {
        try paths.withLock { paths throws(Syscall.Failure) in
            try rename()
            paths.remove(path)
        }
    }

    /// Removes all temporary files and ends the process.
    ///
    /// No file can be created or completed any more.
    func removeAll(endingWith code: ExitCode) -> Never {
        paths.withLock { paths in
            for path in paths { Syscall.remove(path) }
            Syscall.exit(code.rawValue)
        }
    }
}

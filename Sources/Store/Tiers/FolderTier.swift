// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// A storage tier in a folder of a file system that several processes can share.
///
/// A blob is a file: its bytes and a ``BlobTrailer``. It is written under another name and gets its own by
/// one rename, so that no part of a blob is ever visible. One that cannot be made again is on the disk before
/// its rename, and the rename before ``put(_:as:)`` returns. Nothing is scanned at the start. What is not a
/// regular file, such as a symbolic link or a pipe, is never followed, opened or waited for.
public final class FolderTier: BlobTier {
    /// The limits of what the folder holds.
    public struct Limits: Hashable, Sendable {
        /// The greatest total size of all files, in bytes; nil for no limit but the disk.
        public var byteCount: Int?

        /// Whether uploads are evicted, too, when no results are left to evict.
        public var evictsOriginals: Bool

        /// Creates limits; by default there is none.
        public init(byteCount: Int? = nil, evictsOriginals: Bool = false) {
            self.byteCount = byteCount
            self.evictsOriginals = evictsOriginals
        }
    }

    struct State {
        /// Whether the folders were created or found since the start.
        var isOpen = false
        /// The descriptor of the lock that lets only one process evict files; nil if this process
        /// does not hold it.
        var lock: Int32?
        var usage = FolderUsage()
        var sweep = FolderSweep()
    }

    let root: String
    let limits: Limits
    let clock: @Sendable () -> Int
    let state = Mutex(State())
    /// The deletions that this process notes for others.
    let deletions: DeletionLog
    /// A hook that is called before a useless file is removed; for tests.
    let beforeRemoval: (@Sendable (BlobName) -> Void)?

    /// Creates a tier in a folder; the folder is not touched yet.
    ///
    /// It is made by the first call that needs it, if its parent exists.
    ///
    /// - Parameters:
    ///   - path: The folder path.
    ///   - limits: The bounds on what it holds.
    ///   - clock: Returns the seconds since 1970; nil for the system's clock.
    public convenience init(
        path: String,
        limits: Limits = Limits(),
        clock: (@Sendable () -> Int)? = nil
    ) {
        self.init(path: path, limits: limits, clock: clock, beforeRemoval: nil)
    }

    /// Creates a tier with a hook that is called before a file is removed, for tests.
    init(
        path: String,
        limits: Limits = Limits(),
        clock: (@Sendable () -> Int)? = nil,
        beforeRemoval: (@Sendable (BlobName) -> Void)?
    ) {
        self.beforeRemoval = beforeRemoval
        root = "\(path)/v1"
        deletions = DeletionLog(folder: Self.deletionFolder(root))
        self.limits = limits
        self.clock = clock ?? Syscall.wallSeconds
    }

    deinit {
        if let lock = state.withLock({ $0.lock }) { try? Syscall.close(lock) }
    }

    /// Reads a blob and verifies its digest; a damaged file is moved aside or removed.
    public func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        let (file, status) = try open(name)
        defer { try? Syscall.close(file) }
        let longest = BlobTrailer.fixedByteCount + BlobTrailer.attributesLimit
        guard status.size - longest <= limit else { throw .damaged }
        // Before memory is taken for what may be no blob.
        guard try Self.attributes(of: file, status, name) != nil else {
            throw discard(name, status)
        }
        var bytes: [UInt8]
        do throws(Syscall.Failure) {
            bytes = try Syscall.readAll(file, expected: status.size)
        } catch {
            throw Self.error(error)
        }
        let trailer = BlobTrailer(end: bytes, fileByteCount: bytes.count, of: name)
        guard let attributes = trailer?.attributes else { throw discard(name, status) }
        bytes.removeLast(bytes.count - attributes.byteCount)
        guard Digest(of: bytes) == attributes.digest,
            name.kind != .original || attributes.digest == name.digest
        else { throw discard(name, status) }
        guard !attributes.isExpired(at: clock()) else { throw .absent }
        markUsed(name)
        // Without room for what was removed: the bytes may stay in memory.
        return Blob(bytes: bytes.compact, attributes: attributes)
    }

    /// Reads the attributes of a blob from the end of its file.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        let (file, status) = try open(name)
        defer { try? Syscall.close(file) }
        guard let attributes = try Self.attributes(of: file, status, name) else {
            throw discard(name, status)
        }
        guard !attributes.isExpired(at: clock()) else { throw .absent }
        return attributes
    }

    /// Removes files, and waits until their removal is on the disk.
    @discardableResult
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        var folders: Set<String> = []
        var count = 0
        do throws(Syscall.Failure) {
            for name in names {
                if name.kind == .original { Syscall.remove(pathAside(of: name)) }
                let byteCount = size(of: name)
                guard try removeFile(of: name) else { continue }
                count += 1
                state.withLock { $0.usage.add(-byteCount, to: name) }
                folders.insert(name.folder)
            }
            for folder in folders { try synchronize(folder: folder) }
        } catch {
            throw Self.error(error)
        }
        // If a file was missing, the whole folder may be missing.
        if count < names.count { try checkPresence() }
        return count
    }

    /// Lists the names of the files of a kind.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        try checkPresence()
        var names: [BlobName] = []
        for folder in digest.map({ [kind.folder(of: $0)] }) ?? kind.folders {
            names += try files(kind, in: folder)
        }
        return digest.map { digest in names.filter { $0.digest == digest } } ?? names
    }

    /// Finds the images with a deletion mark in the one group that they can be in.
    public func pictures(marked mark: Digest) throws(BlobError) -> Set<Digest> {
        let names =
            try files(.original, in: BlobKind.original.folder(of: mark))
            + files(.result, in: BlobKind.result.folder(of: mark))
        return Set(names.map(\.digest).filter { $0.isMarked(by: mark) })
    }

    /// Creates a reader of the log in which each process of the folder notes its deletions.
    public func deletionReader() -> any DeletionReader {
        DeletionLog.Reader(folder: Self.deletionFolder(root))
    }

    static func deletionFolder(_ root: String) -> String { "\(root)/deletions" }

    /// Checks that the folder exists, or that a file can be written to it.
    public func probe(_ use: BlobUse) throws(BlobError) {
        try prepare()
        switch use {
        case .reading: try checkPresence()
        case .writing:
            let blob = Blob(chunks: [Array(repeating: 0, count: Self.probeByteCount)])
            try checkRoom(for: blob, .original)
            let draft = try write(blob, as: .original(blob.attributes.digest))
            try? Syscall.close(draft.descriptor)
            Syscall.remove(draft.path)
        }
    }

    /// The length of the file that a probe writes, in bytes: few uploads are much longer.
    private static let probeByteCount = 256 << 10

    // MARK: Paths

    func path(of name: BlobName) -> String { "\(root)/\(name.path)" }

    /// The path to which a damaged file is moved.
    func pathAside(of name: BlobName) -> String {
        "\(root)/damaged/\(name.kind.rawValue)-\(name.lastPart)"
    }

    /// The path of a file that exists only in a folder in use, not in one that is gone or not
    /// mounted.
    var presence: String { "\(root)/store" }

    /// Throws if the folder is gone or not mounted, so that its blobs do not count as absent.
    func checkPresence() throws(BlobError) {
        do throws(Syscall.Failure) {
            _ = try Syscall.status(presence)
        } catch {
            guard error.code != ENOENT else { throw .unavailable(reason: "the folder is gone") }
            throw Self.error(error)
        }
    }

    /// Creates the folders once; one that vanishes later is not created again, so that it is not
    /// taken for an empty store.
    func prepare() throws(BlobError) {
        guard !state.withLock({ $0.isOpen }) else { return }
        do throws(Syscall.Failure) {
            let parent = String(root.dropLast(3))
            try Syscall.makeFolder(parent, permissions: 0o750)
            for folder in [root]
                + (["tmp"] + BlobKind.allCases.map(\.rawValue)).map({ "\(root)/\($0)" })
            {
                try Syscall.makeFolder(folder, permissions: 0o750)
            }
            let file = try Syscall.open(
                presence,
                O_CREAT | O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
                permissions: 0o640
            )
            try Syscall.close(file)
            for folder in [root, parent] { try synchronize(path: folder) }
        } catch {
            throw Self.error(error)
        }
        state.withLock { $0.isOpen = true }
    }

    func synchronize(folder: String) throws(Syscall.Failure) {
        try synchronize(path: "\(root)/\(folder)")
    }

    func synchronize(path: String) throws(Syscall.Failure) {
        let descriptor = try Syscall.openPlainFolder(path)
        defer { try? Syscall.close(descriptor) }
        try Syscall.synchronize(descriptor)
    }

    static func error(_ failure: Syscall.Failure) -> BlobError {
        switch failure.code {
        case ENOSPC, EDQUOT, EFBIG: .full
        default: .unavailable(reason: failure.words)
        }
    }
}

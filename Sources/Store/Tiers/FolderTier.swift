// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// A storage tier in a folder of a file system, which several processes can share.
///
/// A blob is a file: its bytes and a ``BlobTrailer``. It is written under another name and gets its own by
/// one rename, so that no part of a blob is ever visible. One that cannot be made again is on the disk before
/// its rename, and the rename before ``put(_:as:)`` returns. Nothing is scanned at the start.
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
    /// A hook that is called before a useless file is removed; for tests.
    let beforeRemoval: (@Sendable (BlobName) -> Void)?

    /// Creates a tier in a folder; the folder is not touched yet.
    ///
    /// It is made by the first call that needs it, if its parent exists.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
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
        let trailer = BlobTrailer.fixedByteCount + BlobTrailer.attributesLimit
        guard status.size - trailer <= limit else { throw .damaged }
        var bytes: [UInt8]
        do throws(Syscall.Failure) {
            bytes = try Syscall.readAll(file, expected: status.size)
        } catch {
            throw Self.error(error)
        }
        guard let attributes = BlobTrailer(end: bytes, fileByteCount: bytes.count)?.attributes
        else { throw discard(name, status) }
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
        guard let attributes = try Self.attributes(of: file, status) else {
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
                let byteCount = (try? Syscall.status(path(of: name)))?.size ?? 0
                guard try Syscall.removeName(path(of: name)) else { continue }
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

    /// The deleted pictures, each with the time at which its tombstone was written.
    public func tombstones() throws(BlobError) -> [Digest: String] {
        var marks: [Digest: String] = [:]
        for name in try list(.tombstone, of: nil) {
            guard let times = try? Syscall.times(path(of: name)) else { continue }
            marks[name.digest] = String(times.modified)
        }
        return marks
    }

    /// Checks that the folder exists, or that a file can be written to it.
    public func probe(_ use: BlobUse) throws(BlobError) {
        try prepare()
        switch use {
        case .reading: try checkPresence()
        case .writing:
            let blob = Blob(chunks: [Array(repeating: 0, count: Self.probeByteCount)])
            try checkRoom(for: blob, .original)
            let draft = try write(blob, isDurable: true)
            try? Syscall.close(draft.descriptor)
            Syscall.remove(draft.path)
        }
    }

    /// The length of the file that a probe writes, in bytes: few uploads are much longer.
    private static let probeByteCount = 256 << 10

    // MARK: Paths

    func path(of name: BlobName) -> String { "\(root)/\(name.path)" }

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
            let file = try Syscall.open(presence, O_CREAT | O_RDONLY, permissions: 0o640)
            try Syscall.close(file)
            for folder in [root, parent] { try synchronize(path: folder) }
        } catch {
            throw Self.error(error)
        }
        state.withLock { $0.isOpen = true }
    }

    // MARK: Files

    private func open(
        _ name: BlobName
    ) throws(BlobError) -> (file: Int32, status: Syscall.Status) {
        do throws(Syscall.Failure) {
            let file = try Syscall.open(path(of: name), O_RDONLY)
            return (file, try Syscall.status(file))
        } catch {
            guard error.code == ENOENT else { throw Self.error(error) }
        }
        try prepare()
        try checkPresence()
        throw .absent
    }

    static func attributes(
        of file: Int32,
        _ status: Syscall.Status
    ) throws(BlobError) -> BlobAttributes? {
        let count = min(status.size, BlobTrailer.fixedByteCount + BlobTrailer.attributesLimit)
        do throws(Syscall.Failure) {
            let end = try Syscall.read(file, at: status.size - count, count: count)
            return BlobTrailer(end: end, fileByteCount: status.size)?.attributes
        } catch {
            throw Self.error(error)
        }
    }

    func files(_ kind: BlobKind, in folder: String) throws(BlobError) -> [BlobName] {
        do throws(Syscall.Failure) {
            return try Syscall.names(in: "\(root)/\(folder)").compactMap { BlobName(kind, $0) }
        } catch {
            if error.code == ENOENT { return [] }
            throw Self.error(error)
        }
    }

    /// Moves a damaged file aside, or removes it if it is a result, unless it was replaced
    /// meanwhile.
    private func discard(_ name: BlobName, _ status: Syscall.Status) -> BlobError {
        let path = path(of: name)
        // Whoever holds the lock of the group is writing, and may replace the damaged file.
        guard let group = try? Syscall.open("\(root)/\(name.folder)", O_RDONLY | O_DIRECTORY) else {
            return .damaged
        }
        defer { try? Syscall.close(group) }
        guard (try? Syscall.lock(group)) == true, let now = try? Syscall.status(path),
            now.isSameFile(as: status)
        else { return .damaged }
        if name.kind != .result,
            (try? Syscall.makeFolder("\(root)/damaged", permissions: 0o750)) != nil,
            (try? Syscall.rename(path, to: "\(root)/damaged/\(name.kind.rawValue)-\(name.lastPart)"))
                != nil
        {
            return .damaged
        }
        _ = try? Syscall.removeName(path)
        return .damaged
    }

    /// Marks a file as used, for SIEVE: its access time becomes later than its modification time.
    ///
    /// Most file systems do so themselves at the first read.
    private func markUsed(_ name: BlobName) {
        let path = path(of: name)
        guard let times = try? Syscall.times(path), times.accessed <= times.modified else { return }
        try? Syscall.setAccessTime(nil, of: path)
    }

    func synchronize(folder: String) throws(Syscall.Failure) {
        try synchronize(path: "\(root)/\(folder)")
    }

    func synchronize(path: String) throws(Syscall.Failure) {
        let descriptor = try Syscall.open(path, O_RDONLY | O_DIRECTORY)
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

// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Platform

/// A folder from which images are read by path; no path leads out of it.
///
/// Calls block.
package struct SourceFolder: Hashable, Sendable {
    /// The folder path.
    package let path: String

    /// Creates a reader of a folder; it need not exist yet.
    package init(_ path: String) { self.path = path }

    /// The reason why no file of the folder can be read at the moment, in words; nil if they can.
    package var fault: String? {
        do throws(Syscall.Failure) {
            try Syscall.close(try Syscall.openFolder(path))
            return nil
        } catch {
            return error.words
        }
    }

    /// Opens a file of the folder.
    ///
    /// - Throws: ``FetchFault/absent``, also for what is no regular file and for a link that leads out of the
    ///   folder, or ``FetchFault/unreadable(reason:)``.
    package func open(_ file: SourcePath) throws(FetchFault) -> SourceFile {
        let folder: Int32
        do throws(Syscall.Failure) {
            folder = try Syscall.openFolder(path)
        } catch {
            throw .unreadable(reason: "the folder: \(error.words)")
        }
        defer { try? Syscall.close(folder) }
        let descriptor: Int32
        do throws(Syscall.Failure) {
            descriptor = try Syscall.open(file.text, beneath: folder)
        } catch {
            if Self.absences.contains(error.code) { throw .absent }
            throw .unreadable(reason: error.words)
        }
        return try SourceFile(descriptor)
    }

    /// The error codes that mean that the path leads to no file, or out of the folder.
    private static let absences: Set<Int32> = [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EXDEV, ENXIO]
}

/// An open image file in a source folder.
package struct SourceFile: ~Copyable {
    /// The file's identity, size and times when it was opened.
    package let version: Syscall.FileVersion

    private let descriptor: Int32

    /// The number of bytes that are read at a time.
    private static let pieceByteCount = 1 << 18

    /// Takes ownership of a file descriptor.
    fileprivate init(_ descriptor: Int32) throws(FetchFault) {
        let version: Syscall.FileVersion?
        do throws(Syscall.Failure) {
            version = try Syscall.version(descriptor)
        } catch {
            try? Syscall.close(descriptor)
            throw .unreadable(reason: error.words)
        }
        guard let version else {
            try? Syscall.close(descriptor)
            throw .absent
        }
        self.descriptor = descriptor
        self.version = version
    }

    deinit { try? Syscall.close(descriptor) }

    /// Reads the file from its beginning to its end, and checks that it did not change.
    ///
    /// - Parameter receive: Takes the next bytes; false if it takes no more.
    /// - Throws: ``FetchFault/stopped``, ``FetchFault/changing`` if the file is not the ``version`` any more, or
    ///   ``FetchFault/unreadable(reason:)``.
    package func read(_ receive: (Span<UInt8>) -> Bool) throws(FetchFault) {
        var offset = 0
        while offset < version.size {
            let piece = try piece(at: offset)
            guard !piece.isEmpty else { throw .changing }
            guard receive(piece.span) else { throw .stopped }
            offset += piece.count
        }
        guard try isAsItWas() else { throw .changing }
    }

    private func piece(at offset: Int) throws(FetchFault) -> [UInt8] {
        do throws(Syscall.Failure) {
            let count = min(Self.pieceByteCount, version.size - offset)
            return try Syscall.read(descriptor, at: offset, count: count)
        } catch {
            throw .unreadable(reason: error.words)
        }
    }

    private func isAsItWas() throws(FetchFault) -> Bool {
        do throws(Syscall.Failure) {
            return try Syscall.version(descriptor) == version
        } catch {
            throw .unreadable(reason: error.words)
        }
    }
}

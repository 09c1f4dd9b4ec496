// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// Bytes in memory that the system sends by itself, without a copy for each connection.
///
/// A file without a name, written once and sealed: nothing can change what is on its way.
public final class ResidentFile: Sendable {
    /// The number of bytes, at least one.
    public let count: Int

    let descriptor: Int32
    private let room: ResidentFileRoom

    /// Copies bytes, or returns nil if there are none or there is no room for another file: neither
    /// where it is stated nor, by memory and descriptors, in the system.
    ///
    /// - Parameters:
    ///   - chunks: The bytes, in pieces.
    ///   - room: What the file takes room from as long as anybody holds it.
    public init?(_ chunks: [[UInt8]], within room: ResidentFileRoom) {
        let count = chunks.reduce(0) { $0 + $1.count }
        guard count > 0, room.take(count) else { return nil }
        guard let descriptor = Self.makeDescriptor(chunks, below: room.firstSpareDescriptor) else {
            room.give(count)
            return nil
        }
        self.count = count
        self.descriptor = descriptor
        self.room = room
    }

    deinit {
        try? Syscall.close(descriptor)
        room.give(count)
    }

    private static func makeDescriptor(_ chunks: [[UInt8]], below limit: Int32) -> Int32? {
        guard let descriptor = try? Syscall.makeMemoryFile() else { return nil }
        do throws(Syscall.Failure) {
            // The system gives the lowest that is free.
            guard descriptor < limit else { throw Syscall.Failure(code: EMFILE) }
            for chunk in chunks { try Syscall.write(chunk, to: descriptor) }
            try Syscall.seal(descriptor)
            return descriptor
        } catch {
            try? Syscall.close(descriptor)
            return nil
        }
    }
}

/// The budget shared by all files in memory.
///
/// A file counts from its creation until the last connection that sends it has released it.
public final class ResidentFileRoom: Sendable {
    private struct Taken: Sendable {
        var files = 0
        var bytes = 0
    }

    private let taken = Mutex(Taken())
    private let files: Int
    private let bytes: Int

    /// The first descriptor that no file takes.
    let firstSpareDescriptor = DescriptorReserve.firstBeyondFiles()

    /// Creates room.
    ///
    /// - Parameters:
    ///   - files: How many files there may be, as each takes a descriptor.
    ///   - bytes: How many bytes they may have.
    public init(files: Int, bytes: Int) {
        self.files = files
        self.bytes = bytes
    }

    /// The files that there are.
    var fileCount: Int { taken.withLock { $0.files } }

    /// The bytes that they have.
    var byteCount: Int { taken.withLock { $0.bytes } }

    /// Takes room for one file, or none when there is not enough.
    func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard taken.files < files, count <= bytes - taken.bytes else { return false }
            taken.files += 1
            taken.bytes += count
            return true
        }
    }

    /// Gives the room of a file back.
    func give(_ count: Int) {
        taken.withLock { taken in
            taken.files -= 1
            taken.bytes -= count
        }
    }
}

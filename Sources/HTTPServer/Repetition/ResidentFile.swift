// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// A file in memory, which the kernel sends to sockets without a copy per connection.
///
/// It has no name, is written once and sealed, so nothing can change it while it is sent.
public final class ResidentFile: Sendable {
    /// The number of bytes, at least one.
    public let count: Int

    let descriptor: Int32
    private let room: ResidentFileRoom

    /// Copies bytes to a new file; nil without bytes, without room in the limits, or if the system
    /// refuses.
    ///
    /// - Parameters:
    ///   - chunks: The bytes.
    ///   - room: The limits that the file counts against until it is released.
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

    /// The first descriptor that files must not use.
    let firstSpareDescriptor = DescriptorReserve.firstBeyondFiles()

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - files: The greatest number of files; each needs a descriptor.
    ///   - bytes: The greatest number of bytes.
    public init(files: Int, bytes: Int) {
        self.files = files
        self.bytes = bytes
    }

    /// The number of files.
    var fileCount: Int { taken.withLock { $0.files } }

    /// The number of bytes.
    var byteCount: Int { taken.withLock { $0.bytes } }

    /// Reserves room for a file; false if there is not enough.
    func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard taken.files < files, count <= bytes - taken.bytes else { return false }
            taken.files += 1
            taken.bytes += count
            return true
        }
    }

    /// Releases the room of a file.
    func give(_ count: Int) {
        taken.withLock { taken in
            taken.files -= 1
            taken.bytes -= count
        }
    }
}

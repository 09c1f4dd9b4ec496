// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What files in memory may take, all together, from their making until the last connection that
/// sends one has let go of it.
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

// SPDX-License-Identifier: Apache-2.0

/// Bytes in memory that the system sends by itself, without a copy for each connection.
///
/// A file without a name, written once and sealed: nothing can change what is on its way.
public final class ResidentFile: Sendable {
    /// The number of bytes, at least one.
    public let count: Int

    let descriptor: Int32

    /// Copies bytes, or returns nil if there are none or the system has no room for another file.
    ///
    /// - Parameter chunks: The bytes, in pieces.
    public init?(_ chunks: [[UInt8]]) {
        let count = chunks.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let descriptor = Syscall.makeFile()
        guard descriptor >= 0 else { return nil }
        guard chunks.allSatisfy({ Syscall.write(descriptor, $0) }), Syscall.seal(descriptor) else {
            Syscall.closeDescriptor(descriptor)
            return nil
        }
        self.count = count
        self.descriptor = descriptor
    }

    deinit {
        Syscall.closeDescriptor(descriptor)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The service of the whole process for formats other than JPEG and PNG, set by the program.
///
/// One for the whole process, like the variant of the kernels: processes are a thing of the machine, not of
/// a picture.
package enum ForeignCodecHost {
    private static let chosen = Mutex<(any ForeignCodecService)?>(nil)

    /// The service; nil until the program sets one, so that no such format is read or written.
    package static var current: (any ForeignCodecService)? { chosen.withLock { $0 } }

    /// Sets the service for the whole process.
    package static func use(_ service: (any ForeignCodecService)?) {
        chosen.withLock { $0 = service }
    }

    /// Whether it is known which formats can be read and written.
    package static var isCounted: Bool { current?.isCounted ?? true }

    /// Returns the Debian package with the library of a format; nil if it has none.
    package static func package(of format: ImageFormat) -> String? { current?.package(of: format) }

    /// Returns the service, or throws if it does not have the library of a format.
    ///
    /// - Throws: `codecNotInstalled` or `codecUnavailable`.
    static func service(
        for format: ImageFormat
    ) throws(CodecError) -> any ForeignCodecService {
        guard let service = current, service.library(of: format) != nil else {
            throw absence(of: format)
        }
        return service
    }

    /// The error for a format whose library cannot be used: it is not installed, or its process does not
    /// start.
    package static func absence(of format: ImageFormat) -> CodecError {
        current?.absence(of: format) ?? .codecNotInstalled(format)
    }
}

extension ForeignCodecService {
    /// The error for a format that has no ``library(of:)``.
    package func absence(of format: ImageFormat) -> CodecError {
        outage(of: format).map { .codecUnavailable(format, $0) } ?? .codecNotInstalled(format)
    }
}

// SPDX-License-Identifier: Apache-2.0

extension JPEGPlaneDecoder {
    /// The conditions under which this module decodes a scan instead of the library.
    package struct ScanReading: Sendable {
        /// The least number of bytes after the headers: fewer are decoded faster than tables are
        /// built.
        let leastByteCount: Int
        /// The number of bytes of the scan that are read at once.
        let capacity: Int

        /// The conditions for production.
        package static let usual = ScanReading(
            leastByteCount: 16_384,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// This module's decoder for every scan, with the smallest possible buffer, for tests.
        package static let eager = ScanReading(leastByteCount: 0, capacity: 0)

        /// This module's decoder for every scan, with the usual buffer, for tests.
        package static let eagerAtOnce = ScanReading(
            leastByteCount: 0,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// The library for every scan.
        package static let never = ScanReading(leastByteCount: .max, capacity: 0)
    }
}

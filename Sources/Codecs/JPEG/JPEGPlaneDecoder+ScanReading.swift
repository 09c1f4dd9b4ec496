// SPDX-License-Identifier: Apache-2.0

extension JPEGPlaneDecoder {
    /// The conditions under which this module's own decoder reads a scan instead of libjpeg.
    package struct ScanReading: Sendable {
        /// The least number of bytes after the headers for which it is worthwhile to build lookup
        /// tables.
        let leastByteCount: Int
        /// The number of bytes of the scan that are read into a buffer at a time.
        let capacity: Int

        /// The conditions in production: scans of 16 KiB or more are decoded by this module.
        package static let usual = ScanReading(
            leastByteCount: 16_384,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// Decodes every scan in this module, with the smallest possible buffer, for tests.
        package static let eager = ScanReading(leastByteCount: 0, capacity: 0)

        /// Decodes every scan in this module, with the usual buffer, for tests.
        package static let eagerAtOnce = ScanReading(
            leastByteCount: 0,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// Decodes every scan with libjpeg.
        package static let never = ScanReading(leastByteCount: .max, capacity: 0)
    }
}

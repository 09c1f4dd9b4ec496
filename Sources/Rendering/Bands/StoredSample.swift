// SPDX-License-Identifier: Apache-2.0

/// A sample of a stored image, with 8 or 16 bits as in its file.
protocol StoredSample: FixedWidthInteger, BitwiseCopyable, Sendable {
    init(storing sample: UInt16)
    var sample: UInt16 { get }
}

extension UInt8: StoredSample {
    init(storing sample: UInt16) { self = UInt8((UInt32(sample) * 255 + 32_895) >> 16) }
    var sample: UInt16 { UInt16(self) * 257 }
}

extension UInt16: StoredSample {
    init(storing sample: UInt16) { self = sample }
    var sample: UInt16 { self }
}

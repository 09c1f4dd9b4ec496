// SPDX-License-Identifier: Apache-2.0

/// A few consecutive rows of an image as planes of 16-bit samples, the unit in which pixels are
/// processed.
///
/// A sample spans 0 to 65,535 for 0 to 1 in the transfer function of the image; an 8-bit value
/// `v` stands as `v × 257`, so 8-bit images come back bit for bit. Planes follow the order of
/// ``ChannelLayout``; rows of a plane lie ``stride`` samples apart, each start aligned to 64 bytes.
/// The samples between ``width`` and ``stride`` are padding and have no meaning.
package struct Band<Form: AlphaForm>: ~Copyable, Sendable {
    /// The channels, one plane each.
    package private(set) var layout: ChannelLayout

    /// The number of samples in a row of a plane.
    package let width: Int

    /// The number of rows that the band has room for.
    package let capacity: Int

    /// The distance between the starts of two rows of a plane, in samples.
    package let stride: Int

    /// The number of rows that hold pixels, counted from the first; 0 at the end of an image.
    package var rowCount: Int {
        willSet {
            precondition((0...capacity).contains(newValue), "the band has room for fewer rows")
        }
    }

    private var samples: Samples<UInt16>

    /// Creates a band whose samples are zero and whose ``rowCount`` is 0.
    ///
    /// - Parameters:
    ///   - layout: The channels.
    ///   - width: Samples in a row, at least 1.
    ///   - capacity: Rows, at least 1.
    package init(layout: ChannelLayout, width: Int, capacity: Int) {
        precondition(width > 0 && capacity > 0, "the band is empty")
        self.layout = layout
        self.width = width
        self.capacity = capacity
        stride = Self.stride(forWidth: width)
        rowCount = 0
        samples = Samples(zeros: stride * capacity * layout.channelCount)
    }

    private init(
        layout: ChannelLayout,
        width: Int,
        capacity: Int,
        rowCount: Int,
        samples: consuming Samples<UInt16>
    ) {
        self.layout = layout
        self.width = width
        self.capacity = capacity
        stride = Self.stride(forWidth: width)
        self.rowCount = rowCount
        self.samples = samples
    }

    /// The number of samples between the starts of two rows, for rows of a given width.
    package static func stride(forWidth width: Int) -> Int { (width + 31) & ~31 }

    /// The number of bytes that a band occupies.
    package static func byteCount(layout: ChannelLayout, width: Int, capacity: Int) -> Int {
        stride(forWidth: width) * capacity * layout.channelCount * MemoryLayout<UInt16>.stride
    }

    /// Gives read access to one row of one channel: ``width`` samples.
    ///
    /// - Parameters:
    ///   - row: A row, `0..<capacity`.
    ///   - channel: A plane, `0..<layout.channelCount`.
    /// - Returns: The samples, for as long as the band is borrowed.
    @_lifetime(borrow self)
    package func row(_ row: Int, of channel: Int) -> Span<UInt16> {
        samples.span(range(row, channel))
    }

    /// Gives read access to consecutive rows of one channel, ``stride`` samples apart.
    ///
    /// - Parameters:
    ///   - rows: Rows, within `0..<capacity`; at least one.
    ///   - channel: A plane, `0..<layout.channelCount`.
    /// - Returns: The samples from the first of the first row, ``stride`` of each row.
    @_lifetime(borrow self)
    package func rows(_ rows: Range<Int>, of channel: Int) -> Span<UInt16> {
        samples.span(range(rows, channel))
    }

    /// Gives write access to consecutive rows of one channel, ``stride`` samples apart.
    ///
    /// - Parameters:
    ///   - rows: Rows, within `0..<capacity`; at least one.
    ///   - channel: A plane, `0..<layout.channelCount`.
    /// - Returns: The samples from the first of the first row, ``stride`` of each row.
    @_lifetime(&self)
    package mutating func mutableRows(_ rows: Range<Int>, of channel: Int) -> MutableSpan<UInt16> {
        samples.mutableSpan(range(rows, channel))
    }

    /// Gives write access to one row of one channel: ``width`` samples.
    ///
    /// - Parameters:
    ///   - row: A row, `0..<capacity`.
    ///   - channel: A plane, `0..<layout.channelCount`.
    /// - Returns: The samples, for as long as the band is mutated through them.
    @_lifetime(&self)
    package mutating func mutableRow(_ row: Int, of channel: Int) -> MutableSpan<UInt16> {
        samples.mutableSpan(range(row, channel))
    }

    /// The distance between the starts of the same row in two neighboring channels, in samples.
    package var planeStride: Int { stride * capacity }

    /// Gives read access to one row of all channels: channel *c* begins at sample *c* ×
    /// ``planeStride``.
    ///
    /// - Parameter row: A row, `0..<capacity`.
    /// - Returns: The samples, from the first of the first channel to the last of the last.
    @_lifetime(borrow self)
    package func planes(ofRow row: Int) -> Span<UInt16> {
        samples.span(range(row, 0).lowerBound..<range(row, layout.channelCount - 1).upperBound)
    }

    /// Gives write access to one row of all channels: channel *c* begins at sample *c* ×
    /// ``planeStride``.
    ///
    /// - Parameter row: A row, `0..<capacity`.
    /// - Returns: The samples, from the first of the first channel to the last of the last.
    @_lifetime(&self)
    package mutating func mutablePlanes(ofRow row: Int) -> MutableSpan<UInt16> {
        samples.mutableSpan(
            range(row, 0).lowerBound..<range(row, layout.channelCount - 1).upperBound
        )
    }

    /// Relabels the band with another alpha form; the caller must already have converted the
    /// pixels.
    package consuming func assuming<Other: AlphaForm>(_ form: Other.Type) -> Band<Other> {
        Band<Other>(
            layout: layout,
            width: width,
            capacity: capacity,
            rowCount: rowCount,
            samples: samples
        )
    }

    private func range(_ rows: Range<Int>, _ channel: Int) -> Range<Int> {
        let first = range(rows.lowerBound, channel).lowerBound
        let last = range(rows.upperBound - 1, channel).lowerBound
        return first..<(last + stride)
    }

    private func range(_ row: Int, _ channel: Int) -> Range<Int> {
        precondition(row >= 0 && row < capacity, "the row is outside the band")
        precondition(channel >= 0 && channel < layout.channelCount, "the channel does not exist")
        let start = (channel * capacity + row) * stride
        return start..<(start + width)
    }
}

/// The relation between color and alpha in a band, straight or premultiplied.
///
/// It is a phantom type: a function that takes a ``Band`` of one form does not compile with the
/// other.
package protocol AlphaForm: Sendable {}

/// Color stored independently of alpha, as PNG stores it and as color matrices need it.
package enum Straight: AlphaForm {}

/// Color stored multiplied by alpha, as every average of neighboring pixels needs it.
package enum Premultiplied: AlphaForm {}

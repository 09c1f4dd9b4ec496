// SPDX-License-Identifier: Apache-2.0

/// A decoder of JPEG files to the mean of each 8 × 8 block: images of an eighth of the width and
/// height.
///
/// A file in one scan with Huffman codes is decoded without its other coefficients; any other by the
/// library, at an eighth of the size. Damage is an error as for ``ImageDecoder``.
///
/// Belongs to one thread at a time.
package struct JPEGMeanDecoder: ~Copyable {
    /// The file header.
    package let header: ImageHeader

    /// The ICC profile of the samples after conversion to RGB or gray; nil for sRGB.
    package let iccProfile: [UInt8]?

    /// The means of the blocks decoded so far, in one plane for each component.
    package private(set) var planes: [JPEGMeanPlane]

    /// The damage that was found so far; complete once the whole image is decoded.
    package var damage: Set<Damage> { header.damage.union(reader.damage) }

    private let shape: JPEGPlanes
    private let reader: JPEGReader

    /// This module's own decoder of the scan; nil where only libjpeg can decode it.
    private var scan: JPEGScanReader?
    private var means: JPEGMeanRows?
    private var rows: PlaneRows?
    private var groupsDecoded = 0

    /// Creates a decoder of a file in memory, once its header was accepted under the same policy
    /// for damage.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, with ``ImageHeader/planes``.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - reading: The use of this module's decoder for the scan.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Throws: As ``JPEGPlaneDecoder``.
    package init(
        bytes: [UInt8],
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        reading: JPEGPlaneDecoder.ScanReading = .usual,
        supervision: Supervision = Supervision()
    ) throws(CodecError) {
        let file = try JPEGFile.probePlanes(
            bytes.span,
            isWhole: false,
            limits: limits,
            damage: policy
        )
        guard let shape = file.header.planes else { throw .unsupportedFeature(.planes) }
        let profile = try ICCProfile.accepted(.init(file.header.layout), file.profile(in: bytes))
        let input = ByteInput(bytes, then: nil, supervision: supervision)
        let reader = try JPEGReader.open(input, file, as: .planes(shape, .eighth))
        scan = Self.openScan(bytes, file.header, reader, shape, reading)
        self.reader = reader
        self.shape = shape
        header = file.header
        iccProfile = profile
        planes = shape.components.indices.map { JPEGMeanPlane(shape, $0) }
    }

    private static func openScan(
        _ bytes: [UInt8],
        _ header: ImageHeader,
        _ reader: borrowing JPEGReader,
        _ planes: JPEGPlanes,
        _ reading: JPEGPlaneDecoder.ScanReading
    ) -> JPEGScanReader? {
        guard header.isStreamable,
            let scan = reader.scanHeader(componentCount: planes.components.count),
            bytes.count - scan.offset >= reading.leastByteCount
        else { return nil }
        return JPEGScanReader(bytes, scan, planes, capacity: reading.capacity, skips: true)
    }

    /// The greatest amount of memory that decoding allocates, in bytes, without the file.
    ///
    /// - Parameter header: The header of a file with planes.
    /// - Returns: The number of bytes.
    package static func byteCount(_ header: ImageHeader) -> Int {
        guard let planes = header.planes else { return header.decoderByteCount }
        return header.decoderByteCount + JPEGScanReader.byteCount + 4 * JPEGSkipTable.byteCount
            + JPEGMeanPlane.byteCount(planes) + PlaneRows.byteCount(planes, scale: .eighth)
    }

    /// Decodes the block means of the next MCU row into ``planes``; returns false if there is none.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `truncated`, `corrupt` or another error found in the samples.
    package mutating func decodeGroup() throws(CodecError) -> Bool {
        guard groupsDecoded < shape.groupCount else { return false }
        if !readMeans() { try readByLibrary() }
        groupsDecoded += 1
        return true
    }

    /// Reads the block means of the next MCU row with this module's own decoder; returns whether it
    /// could.
    ///
    /// - Returns: Whether that succeeded. Otherwise the library must decode from here on: it has read
    ///   nothing yet, and begins with the first group.
    private mutating func readMeans() -> Bool {
        guard let divisors = divisors() else { return false }
        var room = means.take() ?? JPEGMeanRows(shape)
        let isLast = groupsDecoded == shape.groupCount - 1
        let isRead = scan?.read(into: &room, isLast: isLast) ?? false
        if isRead {
            var (component, row) = (-1, 0)
            for index in room.runs.indices {
                let run = room.runs[index]
                row = run.component == component ? row + 1 : 0
                component = run.component
                let rowCount = shape.groupBlockRows(of: component)
                planes[component].store(
                    room.means(ofRun: index),
                    divisor: divisors[component],
                    row: groupsDecoded * rowCount + row
                )
            }
        } else {
            scan = nil
            groupsDecoded = 0
        }
        means = consume room
        return isRead
    }

    private func divisors() -> [UInt16]? {
        switch scan {
        case .none: nil
        case .some(let scan): scan.meanDivisors
        }
    }

    private mutating func readByLibrary() throws(CodecError) {
        var room = rows.take() ?? PlaneRows(shape, scale: .eighth)
        room.group = groupsDecoded
        try reader.readGroup(into: &room, rowsDecoded: groupsDecoded * shape.groupHeight)
        for index in planes.indices { planes[index].store(room, of: index) }
        rows = consume room
    }
}

extension JPEGPlanes {
    /// The number of rows of blocks that a component has in an MCU row.
    fileprivate func groupBlockRows(of component: Int) -> Int {
        let shape = shape(of: component)
        return shape.groupRowCount / shape.points
    }
}

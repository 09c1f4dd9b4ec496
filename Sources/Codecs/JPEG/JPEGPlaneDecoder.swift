// SPDX-License-Identifier: Apache-2.0

/// A decoder of JPEG files to their stored planes, one MCU row (a group) after the other from the
/// top.
///
/// It neither converts color nor interpolates planes, so the cost depends only on the samples
/// stored. Damage is an error as for ``ImageDecoder``, unless the policy tolerates it.
///
/// Belongs to one thread at a time.
package struct JPEGPlaneDecoder: ~Copyable {
    /// The file header.
    package let header: ImageHeader

    /// The image planes, according to the header.
    package let planes: JPEGPlanes

    /// The factor by which the decoder shrinks the image.
    package let scale: JPEGScale

    /// The coefficients to keep of each block, per plane, where this module decodes them.

    /// The ICC profile of the samples after conversion to RGB or gray; nil for sRGB.
    ///
    /// Dropped where ``ImageDecoder/iccProfile`` is.
    package let iccProfile: [UInt8]?

    /// The damage that was found so far; complete once the whole image is decoded.
    package var damage: Set<Damage> { header.damage.union(reader.damage) }

    private let reader: JPEGReader

    /// This module's own decoder of the scan; nil where only libjpeg can decode it.
    private var scan: JPEGScanReader?

    /// The coefficients of the current MCU row, before the inverse transform makes samples of them.
    private var blocks: JPEGBlockRows?

    private var groupsDecoded = 0

    /// The number of MCU rows that libjpeg has decoded.
    private var groupsOfLibrary = 0

    /// Whether the last ``readRows(into:)`` decoded an MCU row that was already delivered.
    ///
    /// The caller must call it again for the next group then.
    ///
    /// That happens when this module's decoder finds the scan invalid: the library has not read any
    /// of it yet, and begins with the first group.
    package private(set) var isBehind = false
    private var failure: CodecError?

    /// Creates a decoder of a file in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, with ``ImageHeader/planes``.
    ///   - isProbed: Whether ``ImageHeader/probe(_:limits:damage:taking:)`` has accepted these very bytes. Otherwise a
    ///     missing end of the file is found here, before any sample is decoded.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - scale: The factor by which to shrink the image.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Throws: The errors of ``ImageDecoder/init(bytes:limits:damage:supervision:)``,
    ///   and `unsupportedFeature(.planes)` when the header has none.
    package init(
        bytes: [UInt8],
        isProbed: Bool = false,
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        scale: JPEGScale = .full,
        supervision: Supervision = Supervision()
    ) throws(CodecError) {
        let file = try JPEGFile.probePlanes(
            bytes.span,
            isWhole: !isProbed,
            limits: limits,
            damage: policy
        )
        guard let planes = file.header.planes else { throw .unsupportedFeature(.planes) }
        let input = ByteInput(bytes, then: nil, supervision: supervision)
        try self.init(bytes, input, file, planes, scale, .usual)
    }

    /// Creates a decoder of a file in memory, with the planes given instead of those in its header.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - planes: The planes to expect; nil for those in the header.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - reading: The use of this module's decoder for the scan.
    ///   - supervision: As for the public initializer.
    /// - Throws: As the public initializer.
    package init(
        _ bytes: [UInt8],
        expecting planes: JPEGPlanes? = nil,
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        reading: ScanReading,
        supervision: Supervision = Supervision()
    ) throws(CodecError) {
        let file = try JPEGFile.probePlanes(
            bytes.span,
            isWhole: true,
            limits: limits,
            damage: policy
        )
        guard let planes = planes ?? file.header.planes else { throw .unsupportedFeature(.planes) }
        let input = ByteInput(bytes, then: nil, supervision: supervision)
        try self.init(bytes, input, file, planes, .full, reading)
    }

    /// Whether this module, rather than libjpeg, decodes the next MCU row, for tests.
    var readsScan: Bool {
        switch scan {
        case .none: false
        case .some: true
        }
    }

    private init(
        _ bytes: [UInt8],
        _ input: ByteInput,
        _ file: ProbedFile,
        _ planes: JPEGPlanes,
        _ scale: JPEGScale,
        _ reading: ScanReading
    ) throws(CodecError) {
        let profile = try ICCProfile.accepted(.init(file.header.layout), file.profile(in: bytes))
        let reader = try JPEGReader.open(input, file, as: .planes(planes, scale))
        scan = Self.openScan(bytes, file, reader, planes, scale, reading)
        self.reader = reader
        header = file.header
        self.planes = planes
        self.scale = scale
        iccProfile = profile
    }

    /// Creates this module's decoder of the scan, if it can decode the scan and that is worthwhile.
    private static func openScan(
        _ bytes: [UInt8],
        _ file: ProbedFile,
        _ reader: borrowing JPEGReader,
        _ planes: JPEGPlanes,
        _ scale: JPEGScale,
        _ reading: ScanReading
    ) -> JPEGScanReader? {
        guard scale == .full, file.header.isStreamable,
            let scan = reader.scanHeader(componentCount: planes.components.count),
            bytes.count - scan.offset >= reading.leastByteCount
        else { return nil }
        return JPEGScanReader(bytes, scan, planes, capacity: reading.capacity)
    }

    /// The greatest amount of memory that decoding allocates, in bytes, without the file,
    /// ``PlaneRows`` and ``CodedRows``.
    ///
    /// - Parameter header: The header of a file with planes.
    /// - Returns: The number of bytes.
    package static func byteCount(_ header: ImageHeader) -> Int {
        guard header.isStreamable, let planes = header.planes else {
            return header.decoderByteCount
        }
        return header.decoderByteCount + scanByteCount
            + JPEGBlockRows.byteCount(planes)
    }

    /// The memory in bytes that a decoder of a streamable image allocates beyond
    /// ``ImageHeader/decoderByteCount``.
    package static var scanByteCount: Int { JPEGScanReader.byteCount }

    /// Decodes the next MCU row to samples and sets its `group`; nil at the end of the image.
    ///
    /// The rows are in stored orientation. After an error the decoder throws the same error again.
    ///
    /// - Parameter rows: Rows of the decoder's planes and scale.
    /// - Throws: `truncated`, `corrupt` or another error found in the samples.
    package mutating func decodeRows(into rows: inout PlaneRows) throws(CodecError) {
        precondition(rows.planes == planes && rows.scale == scale, "the rows have another shape")
        rows.group = nil
        isBehind = false
        try decode { decoder throws(CodecError) in
            var blocks = decoder.blocks.take()
            if decoder.readBlocks(into: &blocks) {
                blocks?.makeSamples(into: &rows)
                decoder.blocks = consume blocks
            } else {
                while try !decoder.readByLibrary(into: &rows) {}
            }
            rows.group = decoder.groupsDecoded
            return true
        }
    }

    /// Reads the next MCU row without the inverse transform, and sets its `group`.
    ///
    /// The group is nil at the end of the image, and where the decoder ``isBehind``.
    ///
    /// This is the sequential part of ``decodeRows(into:)``; ``CodedRows/makeRows(into:)`` does the
    /// rest, possibly on another thread. Both ways may alternate.
    ///
    /// - Parameter coded: Rows of the decoder's planes, at full scale.
    /// - Throws: The errors of ``decodeRows(into:)``.
    package mutating func readRows(into coded: inout CodedRows) throws(CodecError) {
        precondition(coded.planes == planes && scale == .full, "the rows have another shape")
        coded.group = nil
        isBehind = false
        try decode { decoder throws(CodecError) in
            coded.holdsBlocks = decoder.readBlocks(into: &coded.blocks)
            if !coded.holdsBlocks {
                var rows = coded.rows.take() ?? PlaneRows(decoder.planes)
                let isNext = try decoder.readByLibrary(into: &rows)
                coded.rows = consume rows
                decoder.isBehind = !isNext
                if !isNext { return false }
            }
            coded.group = decoder.groupsDecoded
            return true
        }
    }

    /// Runs a function that decodes the next MCU row and returns whether it is complete; after an
    /// error throws the same again.
    private mutating func decode(
        _ body: (inout JPEGPlaneDecoder) throws(CodecError) -> Bool
    ) throws(CodecError) {
        if let failure { throw failure }
        guard groupsDecoded < planes.groupCount else { return }
        do {
            if try body(&self) { groupsDecoded += 1 }
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads the blocks of the next MCU row with this module's own decoder; returns whether it
    /// could.
    ///
    /// - Returns: Whether that succeeded; otherwise the library must decode from here on.
    private mutating func readBlocks(into blocks: inout JPEGBlockRows?) -> Bool {
        guard readsScan else { return false }
        var room = blocks.take() ?? JPEGBlockRows(planes)
        let isLast = groupsDecoded == planes.groupCount - 1
        let isRead = scan?.read(into: &room, isLast: isLast) ?? false
        blocks = consume room
        if !isRead { scan = nil }
        return isRead
    }

    /// Decodes an MCU row with libjpeg, and returns whether it is one that was not delivered yet.
    ///
    /// The samples and errors are those that the library alone would have given from the start.
    ///
    /// - Returns: Whether it is the next group, rather than one that was already delivered.
    private mutating func readByLibrary(into rows: inout PlaneRows) throws(CodecError) -> Bool {
        let isNext = groupsOfLibrary == groupsDecoded
        guard isNext || reader.mayContinue() else { throw .interrupted }
        let rowsDecoded = groupsOfLibrary * planes.groupHeight
        try reader.readGroup(into: &rows, rowsDecoded: rowsDecoded)
        groupsOfLibrary += 1
        return isNext
    }
}

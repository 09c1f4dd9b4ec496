// SPDX-License-Identifier: Apache-2.0

/// Decodes a JPEG into the planes that it stores, group of rows by group of rows from the top.
///
/// No color is converted and no plane enlarged, so that work on planes costs what they hold. Damage
/// is an error as for ``ImageDecoder``: no row is delivered that the library had to make up.
///
/// Belongs to one thread at a time.
public struct JPEGPlaneDecoder: ~Copyable {
    /// What the file says about its picture.
    public let header: ImageHeader

    /// The planes of the picture, as the header tells them.
    public let planes: JPEGPlanes

    /// How much smaller the picture is decoded.
    public let scale: JPEGScale

    /// The ICC profile that describes the samples once they are RGB or gray; nil stands for sRGB.
    ///
    /// Dropped where ``ImageDecoder/iccProfile`` is.
    public let iccProfile: [UInt8]?

    private let reader: JPEGReader

    /// What reads the scan instead of the library; nil where it cannot, or where it could not go on.
    private var scan: JPEGScanReader?

    /// Where blocks are read that become samples at once.
    private var blocks: JPEGBlockRows?

    private var groupsDecoded = 0

    /// How many groups the library has decoded.
    private var groupsOfLibrary = 0

    /// Whether ``readRows(into:)`` has last decoded a group that was delivered already, and must be called
    /// again for the next.
    ///
    /// So it is where the scan turns out not to be as the rules want it: the library, which had not read
    /// any of it, begins with the first group.
    public private(set) var isBehind = false
    private var failure: CodecError?

    /// Opens a file in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, with ``ImageHeader/planes``.
    ///   - isProbed: Whether ``ImageHeader/probe(_:limits:)`` has found these very bytes good. Otherwise
    ///     that their end is there is verified here, before any sample.
    ///   - limits: The bounds on the picture's extent.
    ///   - scale: How much smaller to decode the picture.
    ///   - shouldContinue: Asked now and then while a picture in several scans is materialized; false
    ///     ends the decoding with `interrupted`.
    /// - Throws: As ``ImageDecoder/init(bytes:limits:shouldContinue:)``, and
    ///   `unsupportedFeature(.planes)` when the header has none.
    public init(
        bytes: [UInt8],
        isProbed: Bool = false,
        limits: DecodeLimits = DecodeLimits(),
        scale: JPEGScale = .full,
        shouldContinue: @escaping () -> Bool = { true }
    ) throws(CodecError) {
        let file = try ProbedFile.probe(bytes.span, isWhole: !isProbed, limits: limits)
        guard let planes = file.header.planes else { throw .unsupportedFeature(.planes) }
        try self.init(bytes, file, planes, scale, .usual, shouldContinue)
    }

    /// Opens a file in memory, expecting planes that its header may not tell.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - planes: The planes to expect; nil for those that the header tells.
    ///   - limits: The bounds on the picture's extent.
    ///   - reading: Whether and how the scan is read without the library.
    /// - Throws: As the public initializer.
    package init(
        _ bytes: [UInt8],
        expecting planes: JPEGPlanes? = nil,
        limits: DecodeLimits = DecodeLimits(),
        reading: ScanReading
    ) throws(CodecError) {
        let file = try ProbedFile.probe(bytes.span, isWhole: true, limits: limits)
        guard let planes = planes ?? file.header.planes else { throw .unsupportedFeature(.planes) }
        try self.init(bytes, file, planes, .full, reading, { true })
    }

    /// Whether the scan of a picture is read without the library.
    package struct ScanReading: Sendable {
        /// How many bytes follow the headers at least: fewer are read faster than tables are made.
        let leastByteCount: Int
        /// How many bytes are gathered at once.
        let capacity: Int

        /// As it is done for everybody.
        package static let usual = ScanReading(
            leastByteCount: 16_384,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// However small it is, with as few bytes at once as can be.
        package static let eager = ScanReading(leastByteCount: 0, capacity: 0)

        /// However small it is, with as many bytes at once as usual.
        package static let eagerAtOnce = ScanReading(
            leastByteCount: 0,
            capacity: JPEGScanBytes.usualCapacity
        )

        /// Always by the library.
        package static let never = ScanReading(leastByteCount: .max, capacity: 0)
    }

    /// Whether the next group is read without the library, for tests.
    var readsScan: Bool {
        switch scan {
        case .none: false
        case .some: true
        }
    }

    private init(
        _ bytes: [UInt8],
        _ file: ProbedFile,
        _ planes: JPEGPlanes,
        _ scale: JPEGScale,
        _ reading: ScanReading,
        _ shouldContinue: @escaping () -> Bool
    ) throws(CodecError) {
        let input = ByteInput(bytes, then: nil, shouldContinue: shouldContinue)
        let reader = try JPEGReader.open(input, file, as: .planes(planes, scale))
        scan = Self.openScan(bytes, file, reader, planes, scale, reading)
        self.reader = reader
        header = file.header
        self.planes = planes
        self.scale = scale
        iccProfile = file.profile(in: bytes).flatMap { ICCProfile.fitting(file.header.layout, $0) }
    }

    /// What can read the scan instead of the library, if it is worth that.
    private static func openScan(
        _ bytes: [UInt8],
        _ file: ProbedFile,
        _ reader: borrowing JPEGReader,
        _ planes: JPEGPlanes,
        _ scale: JPEGScale,
        _ reading: ScanReading
    ) -> JPEGScanReader? {
        guard scale == .full, file.header.isStreamable,
            let scan = reader.plainScan(componentCount: planes.components.count),
            bytes.count - scan.offset >= reading.leastByteCount
        else { return nil }
        return JPEGScanReader(bytes, scan, planes, capacity: reading.capacity)
    }

    /// An upper estimate of the bytes that decoding allocates, the file, ``PlaneRows`` and ``CodedRows``
    /// excluded.
    ///
    /// - Parameter header: Of a file with planes.
    /// - Returns: Bytes.
    public static func byteCount(_ header: ImageHeader) -> Int {
        guard header.isStreamable, let planes = header.planes else {
            return header.decoderByteCount
        }
        return header.decoderByteCount + scanByteCount + JPEGBlockRows.byteCount(planes)
    }

    /// The bytes that a decoder of a streamable picture allocates beside what
    /// ``ImageHeader/decoderByteCount`` estimates.
    public static var scanByteCount: Int { JPEGScanReader.byteCount }

    /// What the library said when decoding failed, for a log; empty otherwise.
    public var libraryMessage: String { reader.message }

    /// Decodes the next group of rows, and sets `group`; nil at the end of the picture.
    ///
    /// The rows are in coded orientation. After an error the decoder throws the same error again.
    ///
    /// - Parameter rows: Of the decoder's planes and scale.
    /// - Throws: `truncated`, `corrupt` or what else the samples turn out to be.
    public mutating func decodeRows(into rows: inout PlaneRows) throws(CodecError) {
        precondition(rows.planes == planes && rows.scale == scale, "rows of another shape")
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

    /// Reads the next group of rows, and sets `group`; nil at the end of the picture, and where the decoder
    /// ``isBehind``.
    ///
    /// That is the part of ``decodeRows(into:)`` that must be done one group after the other; the rest is
    /// done by ``CodedRows/makeRows(into:)``. Both ways may take turns.
    ///
    /// - Parameter coded: Of the decoder's planes, whose scale is full.
    /// - Throws: As ``decodeRows(into:)``.
    public mutating func readRows(into coded: inout CodedRows) throws(CodecError) {
        precondition(coded.planes == planes && scale == .full, "rows of another shape")
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

    /// Decodes the next group by some way that tells whether it has; after an error there is nothing but
    /// that.
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

    /// Reads the blocks of the next group without the library.
    ///
    /// - Returns: Whether that could be done; otherwise it cannot be done from here on.
    private mutating func readBlocks(into blocks: inout JPEGBlockRows?) -> Bool {
        guard readsScan else { return false }
        var room = blocks.take() ?? JPEGBlockRows(planes)
        let isLast = groupsDecoded == planes.groupCount - 1
        let isRead = scan?.read(into: &room, isLast: isLast) ?? false
        blocks = consume room
        if !isRead { scan = nil }
        return isRead
    }

    /// Decodes a group by the library.
    ///
    /// What it makes of the file is what it would have made of it from the start, errors included.
    ///
    /// - Returns: Whether it is the next group, rather than one that was delivered already.
    private mutating func readByLibrary(into rows: inout PlaneRows) throws(CodecError) -> Bool {
        let isNext = groupsOfLibrary == groupsDecoded
        guard isNext || reader.mayContinue() else { throw .interrupted }
        let rowsDecoded = groupsOfLibrary * planes.groupHeight
        try reader.readGroup(into: &rows, rowsDecoded: rowsDecoded)
        groupsOfLibrary += 1
        return isNext
    }
}

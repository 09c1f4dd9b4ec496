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
    private var groupsDecoded = 0
    private var failure: CodecError?

    /// Opens a file in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, with ``ImageHeader/planes``. That its end is there is verified here,
    ///     before any sample.
    ///   - limits: The bounds on the picture's extent.
    ///   - scale: How much smaller to decode the picture.
    ///   - shouldContinue: Asked now and then while a picture in several scans is materialized; false
    ///     ends the decoding with `interrupted`.
    /// - Throws: As ``ImageDecoder/init(bytes:limits:shouldContinue:)``, and
    ///   `unsupportedFeature(.planes)` when the header has none.
    public init(
        bytes: [UInt8],
        limits: DecodeLimits = DecodeLimits(),
        scale: JPEGScale = .full,
        shouldContinue: @escaping () -> Bool = { true }
    ) throws(CodecError) {
        let file = try ProbedFile.probe(bytes.span, isWhole: true, limits: limits)
        guard let planes = file.header.planes else { throw .unsupportedFeature(.planes) }
        try self.init(bytes, file, planes, scale, shouldContinue)
    }

    /// Opens a file in memory, expecting planes that its header may not tell.
    init(_ bytes: [UInt8], expecting planes: JPEGPlanes) throws(CodecError) {
        let file = try ProbedFile.probe(bytes.span, isWhole: true, limits: DecodeLimits())
        try self.init(bytes, file, planes, .full, { true })
    }

    private init(
        _ bytes: [UInt8],
        _ file: ProbedFile,
        _ planes: JPEGPlanes,
        _ scale: JPEGScale,
        _ shouldContinue: @escaping () -> Bool
    ) throws(CodecError) {
        let input = ByteInput(bytes, then: nil, shouldContinue: shouldContinue)
        reader = try JPEGReader.open(input, file, as: .planes(planes, scale))
        header = file.header
        self.planes = planes
        self.scale = scale
        iccProfile = file.profile(in: bytes).flatMap { ICCProfile.fitting(file.header.layout, $0) }
    }

    /// An upper estimate of the bytes that decoding allocates, the file and ``PlaneRows`` excluded.
    ///
    /// - Parameter header: Of a file with planes.
    /// - Returns: Bytes.
    public static func byteCount(_ header: ImageHeader) -> Int { header.decoderByteCount }

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
        if let failure { throw failure }
        guard groupsDecoded < planes.groupCount else { return }
        do {
            try reader.readGroup(into: &rows, rowsDecoded: groupsDecoded * planes.groupHeight)
        } catch {
            failure = error
            throw error
        }
        rows.group = groupsDecoded
        groupsDecoded += 1
    }
}

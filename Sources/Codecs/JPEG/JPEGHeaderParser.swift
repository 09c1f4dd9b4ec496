// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the markers of a JPEG, up to its first scan.
///
/// Reference: ITU-T T.81, annex B.
struct JPEGHeaderParser {
    private let limits: DecodeLimits
    private let policy: DamagePolicy
    private var hasSeveralPictures = false
    private var hasGainMap = false
    private var offset = 2
    private var frame: JPEGFrame?
    private var orientation: Orientation?
    private var colorSpace = JPEGColorSpace()
    private var profile = JPEGProfilePieces()
    private var segmentCount = 0

    init(limits: DecodeLimits, damage policy: DamagePolicy) {
        self.limits = limits
        self.policy = policy
    }

    /// Parses a file that begins with a start-of-image marker.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isWhole: Whether to continue over all scans to the end of the image.
    /// - Returns: The header, and the position of the color profile.
    /// - Throws: `truncated` when the bytes end before the first scan, or before the end of a whole
    ///   image; `headerTooLong`, `tooManySegments`, or another error found in the header.
    mutating func parse(_ bytes: Span<UInt8>, isWhole: Bool) throws(CodecError) -> ProbedFile {
        while true {
            let marker = try JPEGMarker.next(bytes, &offset)
            let start = offset
            try JPEGMarker.count(&segmentCount)
            try DecodeLimits.checkHeader(byteCount: offset)
            if marker.isParameterless { continue }
            if marker == .startOfImage || marker == .endOfImage {
                throw .corrupt(.structure(offset: start))
            }
            let segment = try marker.segment(bytes, &offset)
            try DecodeLimits.checkHeader(byteCount: offset)
            if marker == .startOfScan {
                return try finish(bytes, scan: segment, isWhole: isWhole)
            }
            try take(marker, bytes, segment)
        }
    }

    private mutating func take(
        _ marker: JPEGMarker,
        _ bytes: Span<UInt8>,
        _ segment: Range<Int>
    ) throws(CodecError) {
        if let process = try JPEGFrame.Process(marker) {
            guard frame == nil else { throw .corrupt(.structure(offset: segment.lowerBound)) }
            frame = try JPEGFrame(bytes, in: segment, process: process, limits: limits)
        } else if marker == .app0 || marker == .app14 {
            colorSpace.note(marker, bytes, segment)
        } else if marker == .app1, bytes.starts(with: "Exif\0", at: segment.lowerBound) {
            let structure = segment.dropFirst(6)
            orientation = orientation ?? TIFFDirectory.orientation(bytes, in: structure)
        } else if marker == .app1, bytes.starts(with: Self.xmp, at: segment.lowerBound) {
            hasGainMap = hasGainMap || bytes.contains(Self.gainMapNamespace, in: segment)
        } else if marker == .app2, bytes.starts(with: Self.gainMap, at: segment.lowerBound) {
            hasGainMap = true
        } else if marker == .app2, bytes.starts(with: "MPF\0", at: segment.lowerBound) {
            let structure = segment.dropFirst(4)
            if TIFFDirectory.declaresFrames(bytes, in: structure) {
                guard policy.takesFirstFrame else { throw .animated }
                hasSeveralPictures = true
            }
        } else if marker == .app2 {
            profile.add(bytes, segment)
        }
    }

    /// The beginning of a segment with metadata in XML.
    private static let xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    /// The XML namespace of gain maps, which names one in the metadata of the SDR image.
    private static let gainMapNamespace: StaticString = "http://ns.adobe.com/hdr-gain-map/1.0/"

    /// The beginning of a segment that declares a gain map by ISO 21496-1.
    private static let gainMap: StaticString = "urn:iso:std:iso:ts:21496:-1\0"

    private func finish(
        _ bytes: Span<UInt8>,
        scan: Range<Int>,
        isWhole: Bool
    ) throws(CodecError) -> ProbedFile {
        guard let frame, let scanComponentCount = bytes.byte(at: scan.lowerBound), !scan.isEmpty
        else { throw .corrupt(.structure(offset: scan.lowerBound)) }
        let isStreamable =
            !frame.process.isProgressive && Int(scanComponentCount) == frame.components.count
        let (scanCount, hasEnd) =
            isWhole
            ? try JPEGMarker.countScans(
                bytes,
                from: scan.upperBound,
                after: segmentCount,
                mayEndEarly: policy.tolerates(.missingEnd)
            )
            : (frame.process.usualScanCount(componentCount: frame.components.count), true)
        let isInks = frame.components.count == 4
        // Inks are converted by rule where their profile is too large.
        let isKept = !isInks || profile.byteCount <= DecodeLimits.maximumProfileByteCount
        let pieces = isKept ? profile.complete : []
        let profileByteCount = pieces.isEmpty ? 0 : profile.byteCount
        guard profileByteCount <= DecodeLimits.maximumProfileByteCount else {
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        }
        let header = ImageHeader(
            format: .jpeg,
            codedSize: frame.size,
            orientation: orientation ?? .topLeft,
            layout: frame.components.count == 1 ? .gray : .rgb,
            bitDepth: .eight,
            deliveredDepth: isInks ? .sixteen : .eight,
            isStreamable: isStreamable,
            decoderByteCount: frame.decoderByteCount(isStreamable: isStreamable)
                + 2 * profileByteCount
                + (isInks && profileByteCount > 0
                    ? ProfileConversion.byteCount(profiles: profileByteCount) : 0),
            profileByteCount: profileByteCount,
            decodingPasses: (!isStreamable ? scanCount : hasEnd ? 1 : 2)
                + (isInks && profileByteCount > 0 ? Self.passesOfInks : 0),
            planes: frame.planes(colorSpace),
            frame: hasSeveralPictures ? .first : nil,
            damage: Set((hasEnd ? [] : [.missingEnd]) + (hasGainMap ? [.gainMap] : []))
        )
        return ProbedFile(
            header: header,
            policy: policy,
            limits: limits,
            componentCount: frame.components.count,
            profilePieces: pieces
        )
    }

    /// The cost of converting CMYK by its ICC profile, in multiples of decoding a JPEG in one scan.
    private static let passesOfInks = 20
}

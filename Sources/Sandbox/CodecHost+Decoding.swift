// SPDX-License-Identifier: Apache-2.0

package import Codecs
import ForeignCodecs
import Raster

extension CodecHost {
    package func decode(
        _ bytes: [UInt8],
        _ picture: ForeignDecoding,
        supervision: Supervision
    ) throws(CodecError) -> any ForeignRows {
        let job = CodecJob(decoding: picture, fileByteCount: bytes.count)
        let memory = try makeMemory(
            job,
            reserving: [
                0..<job.input, job.outputOffset..<job.outputOffset + job.outputCount,
            ],
            picture.format,
            supervision: supervision
        )
        let colors = try colors(job, bytes, memory, picture, supervision)
        memory.populate(
            job.outputOffset..<job.outputOffset + job.outputCount,
            toWrite: false
        )
        return SharedRows(
            memory,
            offset: job.outputOffset,
            rowByteCount: picture.rowByteCount,
            colors: colors
        )
    }

    package func colors(
        of bytes: [UInt8],
        _ picture: ForeignDecoding,
        supervision: Supervision
    ) throws(CodecError) -> ForeignColors {
        var job = CodecJob(decoding: picture, fileByteCount: bytes.count)
        job.task = .describe
        job.memory = job.outputOffset
        let memory = try makeMemory(
            job,
            reserving: [0..<job.input],
            picture.format,
            supervision: supervision
        )
        return try colors(job, bytes, memory, picture, supervision)
    }

    /// Runs a job on a file, checks that the library finds the expected header, and returns the
    /// color space.
    private func colors(
        _ job: CodecJob,
        _ bytes: [UInt8],
        _ memory: SharedMemory,
        _ picture: ForeignDecoding,
        _ supervision: Supervision
    ) throws(CodecError) -> ForeignColors {
        memory.write(bytes.span, at: 0)
        let reply = try run(
            job,
            picture.format,
            memory,
            allowance: picture.allowance,
            supervision: supervision
        )
        if let error = reply.error {
            supervision.report("\(picture.format.rawValue): \(reply.reason ?? "")")
            throw CodecError(error, of: picture)
        }
        // As for every format, the header must be the same for the library.
        guard !reply.differs, reply.byteCount <= job.profileCount else {
            supervision.report("\(picture.format.rawValue): the library reads another header")
            throw .corrupt(.structure(offset: 0))
        }
        let profile = try memory.reservedBytes(
            job.profileOffset..<job.profileOffset + reply.byteCount
        )
        return ForeignColors(
            profile: profile.isEmpty ? nil : profile,
            primaries: reply.primaries,
            transfer: reply.transfer,
            damage: Set(reply.notes)
        )
    }
}

extension CodecJob {
    /// Lays out the shared memory of a decoding: the file, then its color profile, then its rows.
    fileprivate init(decoding picture: ForeignDecoding, fileByteCount: Int) {
        let channels =
            picture.hasInks ? ForeignHeader.Channels.cmyk.rawValue : picture.layout.rawValue
        self.init(.decode, size: picture.size, channels: Int(channels))
        bitCount = picture.depth.rawValue
        request = ForeignRequest(
            frame: picture.frame,
            width: picture.size.width,
            height: picture.size.height
        )
        limits = ForeignLimits(
            maximumSide: picture.limits.maximumSide,
            maximumPixelCount: picture.limits.maximumPixelCount,
            maximumMemory: picture.allowance.byteCount,
            maximumProfileByteCount: DecodeLimits.maximumProfileByteCount
        )
        input = fileByteCount
        profileOffset = SharedMemory.pages(input)
        // Room alone takes no memory.
        profileCount = DecodeLimits.maximumProfileByteCount
        outputOffset = profileOffset + SharedMemory.pages(profileCount)
        outputCount = picture.rowByteCount * picture.size.height
        memory = outputOffset + SharedMemory.pages(outputCount)
    }
}

extension CodecError {
    /// Converts the error of a library that could not decode a picture.
    fileprivate init(_ error: ForeignError, of picture: ForeignDecoding) {
        self =
            switch error {
            case .notInstalled: .codecNotInstalled(picture.format)
            case .truncated: .truncated
            case .damaged, .failed: .corrupt(.pixels(rowsDecoded: 0))
            case .noSuchFrame: .noSuchFrame(count: nil)
            case .unsupported:
                .unsupportedFeature(picture.format == .svg ? .drawnPart : .unknownToLibrary)
            case .tooDeep: .unsupportedFeature(.nesting)
            case .tooLong: .unsupportedFeature(.longText)
            case .outOfMemory: .unsupportedFeature(.memory)
            case .sideTooLong:
                .sideTooLong(picture.size, limit: picture.limits.maximumSide)
            case .tooManyPixels:
                .tooManyPixels(picture.size, limit: picture.limits.maximumPixelCount)
            case .profileTooLarge:
                .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
            case .stopped: .interrupted
            }
    }
}

extension Set<Damage> {
    /// Creates the warnings about a drawing that a codec's notes stand for.
    fileprivate init(_ notes: DrawingNotes) {
        let warnings: [(DrawingNotes, Damage)] = [
            (.variables, .styleVariables), (.math, .styleMath), (.colors, .styleColors),
            (.conditions, .styleConditions), (.selectors, .styleSelectors),
            (.properties, .styleProperties), (.transformOrigin, .transformOrigin),
            (.animations, .drawnAnimations), (.foreignObjects, .foreignObjects),
            (.fonts, .embeddedFonts), (.textLayout, .textLayout),
        ]
        self.init(warnings.filter { notes.contains($0.0) }.map(\.1))
    }
}

/// The decoded rows of a picture, which stay in shared memory until they are read.
private final class SharedRows: ForeignRows {
    let colors: ForeignColors

    private let memory: SharedMemory
    private let offset: Int
    private let rowByteCount: Int

    init(_ memory: SharedMemory, offset: Int, rowByteCount: Int, colors: ForeignColors) {
        self.memory = memory
        self.offset = offset
        self.rowByteCount = rowByteCount
        self.colors = colors
    }

    func copyRow(_ y: Int, into row: inout MutableSpan<UInt8>) {
        precondition(row.count == rowByteCount, "the row has another length")
        memory.copy(from: offset + y * rowByteCount, into: &row)
    }
}

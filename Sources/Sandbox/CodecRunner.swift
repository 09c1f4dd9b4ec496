// SPDX-License-Identifier: Apache-2.0

import Codecs
import ForeignCodecs
import Raster

/// Runs codecs on shared memory, in a codec process or in the server's own.
enum CodecRunner {
    /// Decodes a file or encodes rows in shared memory, as a job describes.
    ///
    /// - Parameters:
    ///   - job: The job, whose ranges lie within the memory.
    ///   - format: The format, whose library is loaded.
    ///   - memory: The memory.
    ///   - mayContinue: Called between parts of the work, as far as the library has some; false ends it with
    ///     `stopped`. Nil in a process, which is killed instead.
    /// - Returns: The reply.
    static func run(
        _ job: CodecJob,
        _ format: any ForeignFormat.Type,
        _ memory: SharedMemory,
        mayContinue: (() -> Bool)? = nil
    ) -> CodecReply {
        ForeignMessage.clear()
        do throws(ForeignError) {
            switch job.task {
            case .decode, .describe: return try decode(job, format, memory, mayContinue)
            case .encode: return try encode(job, format, memory, mayContinue)
            }
        } catch {
            return CodecReply(error: error, message: ForeignMessage.current)
        }
    }

    private static func decode(
        _ job: CodecJob,
        _ format: any ForeignFormat.Type,
        _ memory: SharedMemory,
        _ mayContinue: (() -> Bool)?
    ) throws(ForeignError) -> CodecReply {
        try memory.read(0..<job.input) { file throws(ForeignError) in
            let prepared = try format.prepared(file, job.request)
            guard let bytes = prepared.bytes else {
                return try decode(file, prepared.notes, job, format, memory, mayContinue)
            }
            return try decode(bytes.span, prepared.notes, job, format, memory, mayContinue)
        }
    }

    private static func decode(
        _ file: Span<UInt8>,
        _ notes: DrawingNotes,
        _ job: CodecJob,
        _ format: any ForeignFormat.Type,
        _ memory: SharedMemory,
        _ mayContinue: (() -> Bool)?
    ) throws(ForeignError) -> CodecReply {
        let header = try format.header(file, job.request, limits: job.limits)
        var reply = CodecReply()
        reply.notes = notes
        reply.primaries = header.primaries & 255
        reply.transfer = header.transfer & 255
        guard header.size == job.size, header.channels.rawValue == job.channels,
            header.bitCount == job.bitCount, header.byteCount == job.outputCount
        else {
            reply.differs = true
            return reply
        }
        if let profile = header.profile, profile.count <= job.profileCount {
            memory.write(profile.span, at: job.profileOffset)
            reply.byteCount = profile.count
        }
        if job.task == .describe { return reply }
        let rows = job.outputOffset..<job.outputOffset + job.outputCount
        memory.populate(rows, toWrite: true)
        try memory.fill(rows) { pixels throws(ForeignError) in
            try format.decode(
                file,
                job.request,
                limits: job.limits,
                into: &pixels,
                mayContinue: mayContinue
            )
        }
        return reply
    }

    private static func encode(
        _ job: CodecJob,
        _ format: any ForeignFormat.Type,
        _ memory: SharedMemory,
        _ mayContinue: (() -> Bool)?
    ) throws(ForeignError) -> CodecReply {
        guard let layout = ChannelLayout(rawValue: UInt8(clamping: job.channels)) else {
            throw .unsupported
        }
        let profile = memory.bytes(job.profileOffset..<job.profileOffset + job.profileCount)
        let picture = ForeignPicture(
            size: job.size,
            layout: layout,
            bitCount: job.bitCount,
            profile: profile.isEmpty ? nil : profile
        )
        var written = 0
        memory.populate(0..<job.input, toWrite: false)
        try memory.read(0..<job.input) { rows throws(ForeignError) in
            try format.encode(rows, picture, job.settings.named, mayContinue: mayContinue) {
                bytes in
                guard bytes.count <= job.outputCount - written else { return false }
                memory.write(bytes, at: job.outputOffset + written)
                written += bytes.count
                return true
            }
        }
        var reply = CodecReply()
        reply.byteCount = written
        return reply
    }
}

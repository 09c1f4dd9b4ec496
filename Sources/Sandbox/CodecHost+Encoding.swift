// SPDX-License-Identifier: Apache-2.0

package import Codecs
import ForeignCodecs
import Platform
import Raster

extension CodecHost {
    package func makeCanvas(_ picture: ForeignEncoding) throws(CodecError) -> any ForeignCanvas {
        guard library(of: picture.format) != nil else { throw absence(of: picture.format) }
        let job = CodecJob(encoding: picture)
        let memory = try makeMemory(
            job,
            reserving: [0..<job.profileOffset + job.profileCount],
            picture.format,
            supervision: Supervision()
        )
        if let profile = picture.profile { memory.write(profile.span, at: job.profileOffset) }
        return SharedCanvas(picture, job, memory, self)
    }
}

extension CodecJob {
    /// Lays out the shared memory of an encoding: the rows, then their color profile, then the
    /// file.
    fileprivate init(encoding picture: ForeignEncoding) {
        self.init(.encode, size: picture.size, channels: Int(picture.layout.rawValue))
        bitCount = picture.depth.rawValue
        settings = picture.settings
        input = picture.rowByteCount * picture.size.height
        profileOffset = SharedMemory.pages(input)
        profileCount = picture.profile?.count ?? 0
        outputOffset = profileOffset + SharedMemory.pages(profileCount)
        // No encoder makes more of noise; room alone takes no memory.
        outputCount = SharedMemory.pages(2 * input + profileCount) + (1 << 20)
        memory = outputOffset + outputCount
    }
}

/// A canvas in shared memory, which collects the rows of a picture for a codec to encode.
private final class SharedCanvas: ForeignCanvas {
    private let picture: ForeignEncoding
    private let job: CodecJob
    private let memory: SharedMemory
    private let host: CodecHost

    init(_ picture: ForeignEncoding, _ job: CodecJob, _ memory: SharedMemory, _ host: CodecHost) {
        self.picture = picture
        self.job = job
        self.memory = memory
        self.host = host
    }

    func write(_ row: Span<UInt8>, y: Int) {
        precondition(row.count == picture.rowByteCount, "the row has another length")
        memory.write(row, at: y * picture.rowByteCount)
    }

    func encode(supervision: Supervision, take: ([UInt8]) -> Bool) throws(CodecError) {
        let reply = try host.run(
            job,
            picture.format,
            memory,
            allowance: picture.allowance,
            supervision: supervision
        )
        if let error = reply.error {
            supervision.report("\(picture.format.rawValue): \(reply.reason ?? "")")
            switch error {
            case .outOfMemory: throw .outOfMemory
            case .notInstalled: throw .codecNotInstalled(picture.format)
            case .truncated, .damaged, .unsupported, .sideTooLong, .tooManyPixels,
                .profileTooLarge, .noSuchFrame, .stopped, .failed, .tooDeep, .tooLong:
                throw .encoderFailed
            }
        }
        guard reply.byteCount > 0, reply.byteCount <= job.outputCount else { throw .encoderFailed }
        let end = job.outputOffset + reply.byteCount
        for start in stride(from: job.outputOffset, to: end, by: ImageEncoder.chunkByteCount) {
            let chunk = try memory.reservedBytes(
                start..<min(end, start + ImageEncoder.chunkByteCount)
            )
            guard take(chunk) else { throw .sinkClosed }
        }
    }
}

extension SharedMemory {
    /// Returns a copy of bytes that the other process says it has written.
    func reservedBytes(_ range: Range<Int>) throws(CodecError) -> [UInt8] {
        do throws(Syscall.Failure) { try reserve(range) } catch { throw .outOfMemory }
        return bytes(range)
    }
}

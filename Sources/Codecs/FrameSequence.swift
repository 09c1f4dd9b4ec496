// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The composed frames of a moving image, one after the other: each is decoded once.
///
/// It holds one composed frame, and what a frame covers if it is to be restored, whatever the number of frames. A
/// frame is decoded as a still of its own (``Motion/file(of:in:)``), by the decoder of its format. The frames are
/// put together here, as browsers do it:
///
///     let frames = FrameSequence(bytes, motion, …)
///     while try frames.advance() {
///         frames.copyRows(0..<16, into: &band)
///     }
///
/// Belongs to one thread at a time.
package final class FrameSequence {
    /// The frames.
    package let motion: Motion

    /// The damage that was found so far.
    package private(set) var damage: Set<Damage> = []

    private let bytes: [UInt8]
    private let limits: DecodeLimits
    private let policy: DamagePolicy
    private let supervision: Supervision
    private var canvas: FrameCanvas
    private var index = 0

    /// Creates a sequence before its first frame; nothing is decoded yet.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - motion: Its frames.
    ///   - limits: The bounds on the extent of each frame.
    ///   - policy: The kinds of damage that are no error.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    package init(
        _ bytes: [UInt8],
        _ motion: Motion,
        limits: DecodeLimits,
        damage policy: DamagePolicy,
        supervision: Supervision = Supervision()
    ) {
        self.bytes = bytes
        self.motion = motion
        self.limits = limits
        self.policy = policy
        self.supervision = supervision
        canvas = FrameCanvas(size: motion.size, layout: motion.layout)
    }

    /// Decodes the next frame, and composes it.
    ///
    /// - Returns: Whether there was another frame.
    /// - Throws: The errors of decoding a still.
    package func advance() throws(CodecError) -> Bool {
        guard index < motion.frames.count else { return false }
        guard supervision.mayContinue() else { throw .interrupted }
        if index > 0 { canvas.dispose(motion.frames[index - 1]) }
        let frame = motion.frames[index]
        if frame.disposal == .restore { canvas.save(frame) }
        do throws(CodecError) { try draw(frame) } catch {
            try leaveOut(error)
        }
        index += 1
        return true
    }

    /// Leaves out what is missing of a later frame, as browsers do, unless the policy refuses missing pixels.
    private func leaveOut(_ error: CodecError) throws(CodecError) {
        guard index > 0, error.isOfPixels else { throw error }
        guard policy.tolerates(.missingPixels) else { throw .corrupt(.refused(.missingPixels)) }
        damage.insert(.missingPixels)
    }

    private func draw(_ frame: MotionFrame) throws(CodecError) {
        guard motion.isShown(frame) else { return }
        var decoder = try ImageDecoder(
            bytes: motion.file(of: index, in: bytes),
            limits: limits,
            damage: policy,
            supervision: supervision
        )
        guard decoder.header.codedSize == frame.place.size else { throw .corrupt(.dimensions) }
        var band = Band<Straight>(
            layout: decoder.header.layout,
            width: frame.place.size.width,
            capacity: Self.bandHeight
        )
        var y = 0
        repeat {
            try decoder.decodeRows(into: &band)
            canvas.draw(
                band,
                at: frame.place.x,
                frame.place.y + y,
                // What the first frame covers has no color yet.
                blends: frame.blends && index > 0,
                isDeep: decoder.header.deliveredDepth == .sixteen
            )
            y += band.rowCount
        } while band.rowCount > 0
        damage.formUnion(decoder.damage)
    }

    private static let bandHeight = 16

    /// Copies rows of the current frame into a band.
    ///
    /// - Parameters:
    ///   - rows: The rows, as many as the band has room for.
    ///   - band: A band of the frame's width, with or without alpha.
    package func copyRows(_ rows: Range<Int>, into band: inout Band<Straight>) {
        canvas.copyRows(rows, into: &band)
    }
}

extension CodecError {
    /// Whether pixels of the file are missing or wrong.
    fileprivate var isOfPixels: Bool {
        if case .corrupt(.refused) = self { return false }
        if case .corrupt = self { return true }
        return self == .truncated
    }
}

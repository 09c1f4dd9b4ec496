// SPDX-License-Identifier: Apache-2.0

public import Codecs
import Effects
public import Raster
import Rendering
import Synchronization

extension Frostpane {
    /// A rendering that is set up but not started: the size and the format of its result are known.
    public struct Rendering: Sendable {
        private let renderer: Renderer
        private let timeLimit: Duration?

        /// Sets up a rendering, for which only the headers of the images are read.
        ///
        /// - Parameters:
        ///   - file: The bytes of a PNG or JPEG file.
        ///   - effect: The effect.
        ///   - options: The result format, and limits.
        /// - Throws: ``Failure``.
        public init(
            _ file: some Sequence<UInt8>,
            _ effect: Effect,
            _ options: Options = Options()
        ) throws(Failure) {
            let source = try Self.source(file, options)
            let plan = try effect.plan(source.header.size)
            var pictures: [ResourceID: SourceImage] = [:]
            for (identifier, file) in effect.pictures {
                pictures[identifier] = try Self.source(file, options)
            }
            let format = OutputFormat.usual(for: source.header.format)
            do throws(RenderError) {
                renderer = try Renderer(
                    source: source,
                    plan: plan,
                    output: OutputOptions(
                        encoding: options.format ?? format.encoding(EncoderSettings()),
                        background: options.background
                    ),
                    limits: options.limits,
                    resources: pictures
                )
            } catch {
                throw Failure(error)
            }
            timeLimit = options.timeLimit
        }

        private static func source(
            _ file: some Sequence<UInt8>,
            _ options: Options
        ) throws(Failure) -> SourceImage {
            do throws(RenderError) {
                return try SourceImage(
                    bytes: Array(file),
                    limits: options.limits,
                    damage: options.damage
                )
            } catch {
                throw Failure(error)
            }
        }

        /// The result size, in pixels.
        public var size: PixelSize { renderer.outputSize }

        /// The result format.
        public var format: OutputFormat { renderer.output.encoding.format }

        /// Renders the image, and hands over the encoded file in pieces while rows are still
        /// decoded.
        ///
        /// - Parameter write: Receives the pieces of the result in their order, on the calling thread.
        ///   An error ends the rendering.
        /// - Throws: ``Failure``; the pieces until then are not a whole file.
        public func run(write: (_ piece: [UInt8]) throws -> Void) throws(Failure) {
            let deadline = timeLimit.map { ContinuousClock.now + $0 }
            // The session hands over pieces from any thread that steps it; here it is this one alone.
            let pieces = Pieces()
            let session = renderer.makeSession(
                cancellation: Cancellation(deadline: deadline)
            ) { pieces.append($0) }
            do {
                while true {
                    let progress = try session.step()
                    for piece in pieces.take() { try write(piece) }
                    if case .finished = progress { return }
                }
            } catch let error as RenderError {
                throw Failure(error)
            } catch {
                throw Failure(.receiver, "the receiver of the result failed: \(error)")
            }
        }
    }
}

/// A queue of encoded pieces between the rendering session and the caller's closure.
private final class Pieces: Sendable {
    private let pieces = Mutex<[[UInt8]]>([])

    func append(_ piece: [UInt8]) { pieces.withLock { $0.append(piece) } }

    func take() -> [[UInt8]] {
        pieces.withLock { pieces in
            defer { pieces = [] }
            return pieces
        }
    }
}

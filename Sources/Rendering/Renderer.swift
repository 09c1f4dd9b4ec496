// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
public import Raster

/// A render that is decided but not begun: what will come out, and what it will take.
///
/// Creating one reads the header of the picture and nothing else.
public struct Renderer: Sendable {
    /// The picture.
    public let source: SourceImage

    /// What is done to it.
    public let plan: Plan

    /// How the result is written down.
    public let output: OutputOptions

    /// What pictures and results may measure.
    public let limits: DecodeLimits

    /// The extent of the result.
    public let outputSize: PixelSize

    /// The channels of the result.
    public let outputLayout: ChannelLayout

    /// What the render will need.
    public let estimate: RenderEstimate

    let stages: [PlannedStage]

    /// Decides a render.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - plan: What is done to it.
    ///   - output: How the result is written down.
    ///   - limits: What the result may measure; a blur that expands makes it larger than the source.
    /// - Throws: ``RenderError/resultTooLarge(_:)``.
    public init(
        source: SourceImage,
        plan: Plan,
        output: OutputOptions,
        limits: DecodeLimits
    ) throws(RenderError) {
        var output = output
        if case .png(var options) = output.encoding {
            options.bitDepth = source.header.bitDepth
            output.encoding = .png(options)
        }
        let planner = StagePlanner(header: source.header, plan: plan, output: output)
        let size = planner.size
        guard size.width <= limits.maximumSide, size.height <= limits.maximumSide,
            size.pixelCount <= limits.maximumPixelCount
        else { throw .resultTooLarge(size) }
        self.source = source
        self.plan = plan
        self.output = output
        self.limits = limits
        stages = planner.stages
        outputSize = size
        outputLayout = planner.layout
        estimate = Self.estimate(source, planner, output)
    }

    /// Begins the render.
    ///
    /// Nothing is decoded before the first step of the session.
    ///
    /// - Parameters:
    ///   - cancellation: Looked at between two bands, and inside of long decodes.
    ///   - pool: Where workers that have nothing else to do decode ahead; nil for none.
    ///   - sink: Takes the file, piece by piece, on the thread that steps.
    /// - Returns: The session, to be stepped until it is finished.
    public func makeSession(
        cancellation: Cancellation,
        pool: WorkerPool? = nil,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) -> RenderSession {
        RenderSession(self, cancellation: cancellation, pool: pool, sink: sink)
    }

    /// Renders from beginning to end.
    ///
    /// - Parameters:
    ///   - cancellation: Looked at between two bands, and inside of long decodes.
    ///   - pool: Where workers that have nothing else to do decode ahead; nil for none.
    ///   - sink: Takes the file, piece by piece.
    /// - Returns: Where the time went.
    /// - Throws: ``RenderError``; what the sink got by then is no whole file.
    public func run(
        cancellation: Cancellation = Cancellation(),
        pool: WorkerPool? = nil,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) throws(RenderError) -> RenderTimings {
        let session = makeSession(cancellation: cancellation, pool: pool, sink: sink)
        while true {
            if case .finished(let timings) = try session.step() { return timings }
        }
    }

    private static func estimate(
        _ source: SourceImage,
        _ planner: StagePlanner,
        _ output: OutputOptions
    ) -> RenderEstimate {
        let header = source.header
        let (size, layout) = (planner.size, planner.layout)
        let band = Band<Straight>.byteCount(
            layout: layout,
            width: size.width,
            capacity: bandHeight
        )
        let encoder = ImageEncoder.byteCount(
            output.encoding,
            size: size,
            layout: layout,
            profileByteCount: header.profileByteCount
        )
        // A result that is held back comes out all at once.
        let held =
            output.encoding.isHeldBack
            ? ImageEncoder.maximumEncodedByteCount(
                output.encoding,
                size: size,
                layout: layout,
                profileByteCount: header.profileByteCount
            ) : 0
        let coded = header.codedSize.pixelCount * header.layout.channelCount
        let ahead =
            portionsAhead
            * Band<Straight>.byteCount(
                layout: header.layout,
                width: header.codedSize.width,
                capacity: bandHeight
            )
        let result = size.pixelCount * layout.channelCount
        return RenderEstimate(
            memory: planner.stages.reduce(
                source.bytes.count + header.decoderByteCount + ahead + band + encoder + held
            ) { $0 + $1.byteCount },
            work: planner.stages.reduce(
                coded * Self.decodingPasses * header.decodingPasses
                    + result * output.encoding.passes
            ) { $0 + $1.work }
        )
    }

    /// What decoding a sample costs, in passes over it.
    private static let decodingPasses = 4
}

extension EncodingOptions {
    /// Whether nothing leaves the encoder before the last row is in.
    fileprivate var isHeldBack: Bool {
        switch self {
        case .jpeg(let options): options.progressive || options.optimized
        case .png: false
        }
    }

    /// What encoding a sample costs, in passes over it, as measured on photos.
    fileprivate var passes: Int {
        switch self {
        case .jpeg(let options): options.progressive || options.optimized ? 10 : 4
        case .png(let options):
            switch options.compression {
            case nil: 4 * options.bitDepth.byteCount
            case .some(let level): level < 4 ? 30 : level < 7 ? 80 : 300
            }
        }
    }
}

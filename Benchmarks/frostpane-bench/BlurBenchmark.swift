// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// What the program prints.
struct BlurReport: Encodable {
    var milliseconds: [Double]
    var workingByteCount: Int
}

/// A picture of interleaved bytes that is blurred again and again.
struct BlurBenchmark {
    let options: BlurOptions
    let source: [UInt8]
    let geometry: BlurGeometry
    private(set) var result: [UInt8]

    /// The rows of a band, as many as a JPEG decoder gives at once.
    static let bandRows = 16

    init(options: BlurOptions, source: [UInt8]) {
        self.options = options
        self.source = source
        geometry = BlurGeometry(
            size: PixelSize(width: options.width, height: options.height),
            sigma: options.sigma,
            edge: options.edge
        )
        let output = geometry.outputSize
        precondition(
            source.count == geometry.size.pixelCount * options.layout.channelCount,
            "as many bytes as the picture has"
        )
        result = [UInt8](repeating: 0, count: output.pixelCount * options.layout.channelCount)
    }

    /// The memory of the blur.
    var byteCount: Int { geometry.workingByteCount(channels: options.layout.channelCount) }

    /// Blurs the picture once.
    ///
    /// Alpha counts as one more channel, as it does for the libraries beside which this is timed.
    ///
    /// - Returns: Milliseconds of processor time, allocation, packing and unpacking included.
    mutating func measure() -> Double {
        let start = ThreadClock.now()
        blur()
        return ThreadClock.now() - start
    }

    private mutating func blur() {
        let (layout, set) = (options.layout, options.instructionSet)
        let size = geometry.size
        let inputStride = size.width * layout.channelCount
        var blur = StreamingBlur(geometry: geometry, layout: layout, instructionSet: set)
        var output = Band<Premultiplied>(
            layout: layout,
            width: geometry.outputSize.width,
            capacity: Self.bandRows
        )
        var input = Band<Straight>(layout: layout, width: size.width, capacity: Self.bandRows)
        var written = 0
        var read = 0
        while read < size.height {
            let count = min(Self.bandRows, size.height - read)
            for row in 0..<count {
                let start = (read + row) * inputStride
                input.unpack(
                    source.span.extracting(start..<(start + inputStride)),
                    as: .eightBit,
                    intoRow: row,
                    using: set
                )
            }
            read += count
            let premultiplied = input.assuming(Premultiplied.self)
            var row = 0
            repeat {
                row += blur.push(premultiplied, rows: row..<count)
                while true {
                    let pulled = blur.pull(into: &output, rows: 0..<Self.bandRows)
                    if pulled == 0 { break }
                    output = pack(output, count: pulled, from: written)
                    written += pulled
                }
            } while row < count
            input = premultiplied.assuming(Straight.self)
        }
        precondition(written == geometry.outputSize.height, "a blur that stopped early")
    }

    private mutating func pack(
        _ band: consuming Band<Premultiplied>,
        count: Int,
        from first: Int
    ) -> Band<Premultiplied> {
        let straight = band.assuming(Straight.self)
        let stride = geometry.outputSize.width * options.layout.channelCount
        let set = options.instructionSet
        var bytes = result.mutableSpan
        for row in 0..<count {
            let start = (first + row) * stride
            var target = bytes._mutatingExtracting(start..<(start + stride))
            straight.pack(row: row, as: .eightBit, into: &target, using: set)
        }
        return straight.assuming(Premultiplied.self)
    }
}

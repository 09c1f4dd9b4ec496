// SPDX-License-Identifier: Apache-2.0

import Raster

/// A row writer that collects a picture for an external codec, which encodes it as a whole.
final class ForeignWriter: RowWriter {
    private let canvas: any ForeignCanvas
    private let output: ByteOutput
    private var rowCount = 0

    /// Creates a writer from a canvas for the rows and an output for the encoded file.
    ///
    /// - Parameters:
    ///   - canvas: Where rows go.
    ///   - output: Takes the file.
    init(_ canvas: any ForeignCanvas, to output: ByteOutput) {
        self.canvas = canvas
        self.output = output
    }

    func writeRow(_ row: Span<UInt8>) {
        canvas.write(row, y: rowCount)
        rowCount += 1
    }

    func finish() throws(CodecError) {
        try canvas.encode(supervision: output.supervision) { output.append($0) }
    }
}

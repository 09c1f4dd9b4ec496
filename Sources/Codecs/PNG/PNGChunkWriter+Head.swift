// SPDX-License-Identifier: Apache-2.0

import Raster

extension PNGChunkWriter {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let profileName = "ICC profile"

    /// Writes all chunks before the pixels: the header, and the color profile or an sRGB chunk.
    ///
    /// - Parameters:
    ///   - form: The form of the pixels, without a palette.
    ///   - size: The extent.
    ///   - profile: The color profile; nil for sRGB.
    ///   - output: The output for the file.
    /// - Throws: `sinkClosed`.
    static func writeHead(
        _ form: PNGForm,
        size: PixelSize,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) {
        guard output.append(signature) else { throw .sinkClosed }
        let byteCount = profile?.count ?? 0
        let prefix = profileName.utf8.count + 2
        var chunks = PNGChunkWriter(
            capacity: prefix + DeflateWriter.maximumByteCount(byteCount),
            output: output
        )
        chunks.begin(.header)
        chunks.contents.append(bigEndian: UInt32(size.width))
        chunks.contents.append(bigEndian: UInt32(size.height))
        // The methods of compression, filtering and interlacing follow.
        for byte in [UInt8(form.bitDepth), form.colorType, 0, 0, 0] {
            chunks.contents.append(byte: byte)
        }
        try chunks.end()
        try chunks.writeColors(profile)
    }

    private mutating func writeColors(_ profile: [UInt8]?) throws(CodecError) {
        if let profile, !profile.isEmpty {
            begin(.profile)
            for byte in Self.profileName.utf8 { contents.append(byte: byte) }
            // The end of the name, and the compression method.
            contents.append(byte: 0)
            contents.append(byte: 0)
            DeflateWriter.begin(in: &contents)
            var deflate = DeflateWriter(distance: 1)
            deflate.append(profile.span, isLast: true, to: &contents)
        } else {
            begin(.standardColor)
            // The rendering intent: perceptual.
            contents.append(byte: 0)
        }
        try end()
    }
}

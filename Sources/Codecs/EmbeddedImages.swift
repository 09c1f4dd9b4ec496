// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Raster

/// The images in a drawing whose orientation or colors the drawing library ignores.
///
/// librsvg draws the stored rows and samples of an embedded PNG or JPEG. Browsers apply its orientation, its color
/// profile and its gamma, and so does this service to an image that is no part of a drawing. Such an embedded image
/// is written as a PNG with upright rows in sRGB, before the drawing gets to the library.
///
/// Reference: RFC 2397.
struct EmbeddedImages {
    /// The greatest number of pixels in all images of a drawing that are written again.
    static let pixelLimit = 1 << 21

    /// The greatest length of an address that the drawing library reads.
    private static let letterLimit = 9_900_000

    private let drawing: [UInt8]
    private let supervision: Supervision
    private let memory: Int
    private var pixelCount = 0
    private var output: [UInt8] = []
    private var copied = 0

    /// Returns a drawing with upright images in sRGB.
    ///
    /// Images stay as they are if they are damaged, or above ``pixelLimit`` or the memory.
    ///
    /// - Parameters:
    ///   - drawing: The file, in an encoding that contains ASCII.
    ///   - supervision: Whether to go on; images are left as they are otherwise.
    /// - Returns: The drawing.
    static func upright(in drawing: [UInt8], supervision: Supervision) -> [UInt8] {
        var images = EmbeddedImages(drawing, supervision)
        images.replaceAll()
        guard images.copied > 0 else { return drawing }
        return images.output + drawing[images.copied...]
    }

    private init(_ drawing: [UInt8], _ supervision: Supervision) {
        self.drawing = drawing
        self.supervision = supervision
        memory = SVGFile.preparationByteCount(drawing.count)
    }

    private mutating func replaceAll() {
        var place = 0
        while let colon = drawing[place...].firstIndex(of: UInt8(ascii: ":")) {
            place = colon + 1
            guard let letters = letters(after: colon), supervision.mayContinue() else { continue }
            place = letters.upperBound
            let text = Data(drawing[letters])
            guard let file = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
                let png = upright(Array(file))
            else { continue }
            let new = Data(png).base64EncodedData()
            guard new.count < Self.letterLimit else { continue }
            output += drawing[copied..<colon + 1] + Array("image/png;base64,".utf8) + new
            copied = letters.upperBound
        }
    }

    /// The letters of a `data:` address in base64 whose colon is at a position; nil if there is none.
    private func letters(after colon: Int) -> Range<Int>? {
        let head = drawing[(colon + 1)...].prefix(64)
        guard drawing[..<colon].suffix(4).map({ $0 | 0x20 }).elementsEqual("data".utf8),
            let comma = head.firstIndex(of: UInt8(ascii: ",")),
            head[..<comma].suffix(7).map({ $0 | 0x20 }).elementsEqual(";base64".utf8)
        else { return nil }
        let ends = Array("\"')<&".utf8)
        let end = drawing[comma...].firstIndex(where: ends.contains) ?? drawing.count
        return comma + 1..<end
    }

    /// Writes an image as an upright PNG in sRGB; nil if that is what the library draws anyway, or it cannot be
    /// decoded.
    private mutating func upright(_ file: [UInt8]) -> [UInt8]? {
        guard pixelCount < Self.pixelLimit else { return nil }
        let limits = DecodeLimits(maximumPixelCount: Self.pixelLimit - pixelCount)
        guard [.png, .jpeg].contains(ImageFormat.sniff(file.span)),
            let header = try? ImageHeader.probe(file.span, limits: limits),
            header.decoderByteCount + bandByteCount(of: header) <= memory,
            var decoder = try? ImageDecoder(
                bytes: file,
                limits: limits,
                supervision: Supervision(mayContinue: supervision.mayContinue)
            ),
            header.orientation != .topLeft || header.deliveredDepth != header.bitDepth
                || decoder.iccProfile != nil
        else { return nil }
        pixelCount += header.codedSize.pixelCount
        let colors = decoder.iccProfile.flatMap {
            ProfileConversion(from: $0, to: nil, layout: header.layout)?.makeRowColors()
        }
        let size = header.codedSize
        var band = Band<Straight>(layout: header.layout, width: size.width, capacity: size.height)
        guard (try? decoder.decodeRows(into: &band)) != nil else { return nil }
        colors?.apply(to: &band)
        return Self.png(band, header.orientation)
    }

    /// The size of the stored and of the upright rows of an image, in bytes.
    private func bandByteCount(of header: ImageHeader) -> Int {
        let channelCount = header.layout.channelCount * MemoryLayout<UInt16>.size
        return 2 * header.codedSize.pixelCount * channelCount
    }

    private static func png(_ band: borrowing Band<Straight>, _ orientation: Orientation)
        -> [UInt8]?
    {
        let coded = PixelSize(width: band.width, height: band.rowCount)
        let size = orientation.displaySize(of: coded)
        var upright = Band<Straight>(layout: band.layout, width: size.width, capacity: size.height)
        upright.rowCount = size.height
        for channel in 0..<band.layout.channelCount {
            for y in 0..<coded.height {
                let row = band.row(y, of: channel)
                for x in 0..<coded.width {
                    let place = orientation.upright(x: x, y: y, of: coded)
                    var target = upright.mutableRow(place.y, of: channel)
                    target[place.x] = row[x]
                }
            }
        }
        var file: [UInt8] = []
        do {
            var encoder = try ImageEncoder(.png(PNGOptions()), size: size, layout: band.layout) {
                file += $0
            }
            try encoder.encodeRows(upright)
            try encoder.finish()
        } catch {
            return nil
        }
        return file
    }
}

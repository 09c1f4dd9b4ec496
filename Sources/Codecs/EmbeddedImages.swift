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
    /// The number of pixels that an image counts for at least, because of its profile.
    private static let leastPixelCount = 1 << 14

    /// The greatest length of an address that the drawing library reads.
    private static let letterLimit = 9_900_000

    private let drawing: [UInt8]
    private let supervision: Supervision
    private let memory: Int
    /// The number of pixels that may still be written again.
    private var pixelCount: Int
    private var output: [UInt8] = []
    private var copied = 0

    /// Returns a drawing with upright images in sRGB.
    ///
    /// Images stay as they are if they are damaged, or take more pixels or memory than a drawing of this length is
    /// priced for.
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
        (memory, pixelCount) = SVGFile.preparation(fileByteCount: drawing.count)
    }

    private mutating func replaceAll() {
        var place = 0
        while pixelCount > 0, let colon = drawing[place...].firstIndex(of: UInt8(ascii: ":")) {
            place = colon + 1
            guard let letters = letters(after: colon) else { continue }
            guard supervision.mayContinue() else { return }
            place = letters.upperBound
            guard letters.count < memory / 4, let file = bytes(letters), let png = upright(file)
            else { continue }
            let new = Data(png).base64EncodedData()
            guard new.count < Self.letterLimit else { continue }
            output += drawing[copied..<colon + 1] + Array("image/png;base64,".utf8) + new
            copied = letters.upperBound
        }
    }

    /// Decodes letters, among which there may be references to line breaks.
    private func bytes(_ letters: Range<Int>) -> [UInt8]? {
        var text = Data()
        var isReference = false
        for letter in drawing[letters] {
            if letter == UInt8(ascii: "&") { isReference = true }
            if !isReference { text.append(letter) }
            if letter == UInt8(ascii: ";") { isReference = false }
        }
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
    }

    /// The letters of a `data:` address in base64 whose colon is at a position; nil if there is none.
    private func letters(after colon: Int) -> Range<Int>? {
        let head = drawing[(colon + 1)...].prefix(64)
        guard drawing[..<colon].suffix(4).map({ $0 | 0x20 }).elementsEqual("data".utf8),
            let comma = head.firstIndex(of: UInt8(ascii: ",")),
            head[..<comma].suffix(7).map({ $0 | 0x20 }).elementsEqual(";base64".utf8)
        else { return nil }
        let end = drawing[comma...].firstIndex { [0x22, 0x27, 0x29, 0x3C].contains($0) }
        guard let end else { return nil }
        return comma + 1..<end
    }

    /// Writes an image as an upright PNG in sRGB; nil if that is what the library draws anyway, or it cannot be
    /// decoded.
    private mutating func upright(_ file: [UInt8]) -> [UInt8]? {
        guard [.png, .jpeg].contains(ImageFormat.sniff(file.span)),
            let header = try? ImageHeader.probe(file.span),
            header.codedSize.pixelCount <= pixelCount,
            header.decoderByteCount + bandByteCount(of: header) <= memory,
            var decoder = try? ImageDecoder(bytes: file, supervision: supervision.unreported)
        else { return nil }
        pixelCount -= max(header.codedSize.pixelCount, Self.leastPixelCount)
        let colors = decoder.iccProfile.flatMap {
            ProfileConversion(from: $0, to: nil, layout: header.layout)?.makeRowColors()
        }
        let isDrawnSo =
            header.orientation == .topLeft && header.deliveredDepth == header.bitDepth
            && colors == nil && !Self.hasGamma(file)
        guard !isDrawnSo else { return nil }
        let size = header.codedSize
        var band = Band<Straight>(layout: header.layout, width: size.width, capacity: size.height)
        guard (try? decoder.decodeRows(into: &band)) != nil else { return nil }
        colors?.apply(to: &band)
        return png(band, header.orientation)
    }

    /// Whether a PNG states a gamma, which a decoder may have applied, before its pixels.
    private static func hasGamma(_ file: [UInt8]) -> Bool {
        let (head, name) = (file.prefix(1 << 16), Array("gAMA".utf8))
        return head.indices.contains { head[$0] == name[0] && head[$0...].starts(with: name) }
    }

    /// The size of the stored and of the upright rows of an image, in bytes.
    private func bandByteCount(of header: ImageHeader) -> Int {
        let channelCount = header.layout.channelCount * MemoryLayout<UInt16>.size
        return 2 * header.codedSize.pixelCount * channelCount
    }

    private func png(_ band: borrowing Band<Straight>, _ orientation: Orientation)
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
            var encoder = try ImageEncoder(
                .png(PNGOptions()),
                size: size,
                layout: band.layout,
                supervision: supervision.unreported
            ) { file += $0 }
            try encoder.encodeRows(upright)
            try encoder.finish()
        } catch {
            return nil
        }
        return file
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

@Suite struct ResourcePictureTests {
    private let size = PixelSize(width: 37, height: 50)

    private func decode(
        _ file: [UInt8],
        _ orientation: Orientation,
        as form: PictureUse.Form = .color
    ) throws -> ResourcePicture {
        var header = try SourceImage(bytes: file, limits: DecodeLimits()).header
        header.orientation = orientation
        return try ResourcePicture(
            SourceImage(bytes: file, header: header),
            as: form,
            limits: DecodeLimits(),
            cancellation: Cancellation()
        )
    }

    @Test(arguments: ChannelLayout.allCases)
    func `holds every pixel of a file, premultiplied`(layout: ChannelLayout) throws {
        let picture = Picture.deepNoise(size, layout)
        let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        let resource = try decode(file, .topLeft)
        #expect(resource.size == size && resource.pixels.layout == layout.addingAlpha)
        let last = layout.channelCount - 1
        let premultiplied = Picture(size, layout.addingAlpha) { x, y, channel in
            let alpha = layout.hasAlpha ? UInt32(picture[x, y, last]) : 65_535
            if channel == layout.addingAlpha.channelCount - 1 { return UInt16(alpha) }
            return UInt16((UInt32(picture[x, y, channel]) * alpha + 32_767) / 65_535)
        }
        let distances = zip(resource.pixels.samples(), premultiplied.samples).map {
            abs(Int($0) - Int($1))
        }
        #expect(distances.allSatisfy { $0 <= 1 })
    }

    @Test(arguments: ChannelLayout.allCases)
    func `holds only the alpha of a mask`(layout: ChannelLayout) throws {
        let picture = Picture.deepNoise(size, layout)
        let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        let resource = try decode(file, .topLeft, as: .alpha)
        #expect(resource.pixels.layout == .gray)
        let count = size.pixelCount
        let alpha =
            layout.hasAlpha
            ? picture.samples.suffix(count) : [UInt16](repeating: 65_535, count: count)[...]
        #expect(resource.pixels.samples() == Array(alpha))
    }

    @Test func `stands upright`() throws {
        let picture = Picture.noise(size, .rgb)
        let resource = try decode(try picture.encoded(), .rightTop)
        let turned = Picture(size.transposed, .rgb) { x, y, channel in
            picture[y, size.height - 1 - x, channel]
        }
        #expect(resource.size == size.transposed)
        #expect(Array(resource.pixels.samples().prefix(turned.samples.count)) == turned.samples)
    }

    @Test func `is decoded once and let go after its last use`() throws {
        let id = ResourceID(digest: "picture")
        let source = try SourceImage(
            bytes: try Picture.noise(size, .rgb).encoded(),
            limits: DecodeLimits()
        )
        let pictures = ResourcePictures(uses: [id, id])
        let context = StageContext(
            resources: [id: source],
            limits: DecodeLimits(),
            cancellation: Cancellation(),
            pictures: pictures
        )
        weak var first: ResourcePicture?
        do {
            let picture = try pictures.picture(id, as: .color, context)
            first = picture
            #expect(picture.size == size)
        }
        #expect(first != nil)
        #expect(try pictures.picture(id, as: .color, context) === first)
        #expect(first == nil)
        #expect(try pictures.picture(id, as: .color, context).size == size)
    }

    // Bands are as wide as the picture is tall then.
    @Test func `counts what a tall picture takes that is turned`() throws {
        let tall = PixelSize(width: 2, height: 3000)
        var header = try SourceImage(
            bytes: try Picture.noise(tall, .rgb).encoded(),
            limits: DecodeLimits()
        ).header
        header.orientation = .rightTop
        let band = Band<Straight>.byteCount(layout: .rgb, width: 3000, capacity: bandHeight)
        let whole = Band<Straight>.byteCount(layout: .rgb, width: 3000, capacity: 2)
        let stored = StoredPicture<UInt8>.byteCount(size: tall, layout: .rgb)
        let least = header.decoderByteCount + stored + band + whole
        #expect(ResourcePicture.byteCount(header, as: .color) >= least)
    }

    @Test func `a damaged file is an error`() throws {
        var file = try Picture.noise(PixelSize(width: 300, height: 300), .rgb).encoded()
        for index in (file.count / 2)..<(file.count / 2 + 40) { file[index] ^= 0x5a }
        #expect(throws: RenderError.self) { try decode(file, .topLeft) }
    }
}

extension Band {
    /// All samples: channel by channel, row by row.
    fileprivate borrowing func samples() -> [UInt16] {
        var samples: [UInt16] = []
        for channel in 0..<layout.channelCount {
            for y in 0..<rowCount {
                let row = row(y, of: channel)
                for x in 0..<width { samples.append(row[x]) }
            }
        }
        return samples
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Sandbox

/// Files and services for the tests of codec processes.
enum Trial {
    /// The program beside the test bundle, where the build puts it.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "frostpane").path()

    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../Fixtures/foreign").standardized

    /// A fixture of 48 × 32 pixels.
    static func file(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// A pool of processes.
    static func pool(limit: Int = 1, seconds: Int = 60, isPlanted: Bool = false) throws
        -> ProcessPool
    {
        try ProcessPool(
            ProcessPool.Configuration(
                .codecs,
                limit: limit,
                executable: program,
                seconds: seconds,
                isPlanted: isPlanted
            )
        )
    }

    /// A request to encode 48 × 32 pixels as WebP.
    static func encoding(_ options: WebPOptions) -> ForeignEncoding {
        let size = PixelSize(width: 48, height: 32)
        return ForeignEncoding(.webp, size: size, layout: .rgb, options.settings)
    }

    /// The form of a fixture.
    static func picture(
        _ layout: ChannelLayout = .rgb,
        _ format: ImageFormat = .webp
    ) -> ForeignDecoding {
        var picture = ForeignDecoding(
            format,
            size: PixelSize(width: 48, height: 32),
            layout: layout,
            depth: .eight,
            limits: DecodeLimits()
        )
        picture.allowance = CodecAllowance(byteCount: 4 << 20, price: .seconds(10))
        return picture
    }
}

extension CodecHost {
    /// Decodes a file of 48 × 32 pixels to its rows.
    func rows(
        _ file: [UInt8],
        _ picture: ForeignDecoding = Trial.picture(),
        supervision: Supervision = Supervision()
    ) throws -> [UInt8] {
        let rows = try decode(file, picture, supervision: supervision)
        var bytes: [UInt8] = []
        for y in 0..<picture.size.height {
            var row = [UInt8](repeating: 0, count: picture.rowByteCount)
            var span = row.mutableSpan
            try rows.copyRow(y, into: &span)
            bytes += row
        }
        return bytes
    }

    /// Encodes rows of 48 × 32 pixels.
    func encode(_ rows: [UInt8], _ picture: ForeignEncoding) throws -> [UInt8] {
        let canvas = try makeCanvas(picture)
        for y in 0..<picture.size.height {
            let row = Array(rows[y * picture.rowByteCount..<(y + 1) * picture.rowByteCount])
            canvas.write(row.span, y: y)
        }
        var file: [UInt8] = []
        try canvas.encode(supervision: Supervision()) {
            file += $0
            return true
        }
        return file
    }
}

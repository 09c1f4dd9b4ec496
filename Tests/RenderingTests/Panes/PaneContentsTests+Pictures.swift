// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import TestSupport
import Testing

/// Pictures on panes: their inks, their modes and their caps.
extension PaneContentsTests {
    @Test(arguments: ChannelLayout.allCases, [ChannelLayout.rgb, .gray])
    func `a picture is drawn in its own colors`(layout: ChannelLayout, beneath: ChannelLayout)
        throws
    {
        let picture = picture(beneath)
        let content = self.picture(layout, PixelSize(width: 30, height: 20))
        let form = PictureForm(
            picture: Self.id,
            frame: Rectangle(x: 11, y: 30, width: 30, height: 20),
            mode: .stretch
        )
        let result = try rendered(
            picture,
            pane([Content(.picture(form), ink: .own(0.75))]),
            resource: content
        )
        expect(result, picture, within: 2) { x, y, beneath in
            guard (11..<41).contains(x), (30..<50).contains(y) else { return beneath }
            let source = BlendReference.Sample(layout) { content[x - 11, y - 30, $0] }
            return BlendReference.lay(source, on: beneath, weight: 0.75, .normal, replaces: false)
        }
    }

    @Test func `a template gives its alpha alone`() throws {
        let picture = picture(.rgb)
        let content = self.picture(.rgba, PixelSize(width: 30, height: 20))
        let form = PictureForm(
            picture: Self.id,
            frame: Rectangle(x: 11, y: 30, width: 30, height: 20),
            mode: .stretch,
            isMirrored: true
        )
        let color = StraightColor(red: 1, green: 0.5, blue: 0)
        let result = try rendered(
            picture,
            pane([Content(.picture(form), ink: .color(color))]),
            resource: content
        )
        expect(result, picture) { x, y, beneath in
            guard (11..<41).contains(x), (30..<50).contains(y) else { return beneath }
            let alpha = Double(content[40 - x, y - 30, 3]) / 65_535
            return BlendReference.lay(
                BlendReference.Sample(color: [1, 0.5, 0], alpha: 1),
                on: beneath,
                weight: alpha,
                .normal,
                replaces: false
            )
        }
    }

    /// The columns of a one-row template that are visible in a frame of 20 pixels at column 10.
    private func shown(_ alphas: [Int], _ configure: (inout PictureForm) -> Void) throws -> [Int] {
        let black = Picture(size, .gray) { _, _, _ in 0 }
        let content = Picture(PixelSize(width: alphas.count, height: 2), .grayAlpha) {
            x,
            _,
            channel in
            channel == 0 ? 0 : UInt16(alphas[x]) * 257
        }
        var form = PictureForm(
            picture: Self.id,
            frame: Rectangle(x: 10, y: 20, width: 20, height: 2),
            mode: .stretch
        )
        configure(&form)
        let white = Ink.color(StraightColor(white: 1))
        let result = try rendered(
            black,
            pane([Content(.picture(form), ink: white)]),
            resource: content
        )
        let y = Int(form.frame.y + form.frame.height / 2)
        return (10..<30).map { Int(result[$0, y, 0]) / 257 }
    }

    /// Whether no sample differs by more than rounding.
    private func areClose(_ shown: [Int], _ expected: [Int]) -> Bool {
        shown.count == expected.count
            && zip(shown, expected).allSatisfy { abs($0 - $1) <= 1 }
    }

    /// The results are those of Pillow's Lanczos filter in floating point, limited to 0 to 255.
    @Test func `stretches, fits, fills and centers`() throws {
        let ramp = [100, 160]
        let stretched = try shown(ramp) { _ in }
        let wide = [
            83, 86, 89, 93, 97, 102, 108, 113, 120, 126, 133, 139, 146, 151, 157, 162, 166, 170,
            173, 176,
        ]
        #expect(areClose(stretched, wide), "\(stretched)")
        // 2 by 2 in a frame of 20 by 8: 8 in the middle.
        let fitted = try shown(ramp) {
            $0.frame.height = 8
            $0.mode = .fit
        }
        #expect(fitted[0..<6].allSatisfy { $0 == 0 } && fitted[14...].allSatisfy { $0 == 0 })
        let narrow = [85, 94, 106, 121, 138, 153, 165, 174]
        #expect(areClose(Array(fitted[6..<14]), narrow), "\(fitted)")
        // 10 by 2 in a frame of 20 by 8: four times as large, of which the middle is seen.
        let filled = try shown([0, 1, 2, 3, 100, 100, 200, 200, 8, 9]) {
            $0.frame.height = 8
            $0.mode = .fill
        }
        // The six samples from the third on are seen, the outer two of them by half.
        let middle = [
            0, 0, 0, 0, 12, 39, 70, 93, 103, 102, 96, 96, 107, 130, 162, 190, 206, 210, 208, 202,
        ]
        #expect(areClose(filled, middle), "\(filled)")
        let centered = try shown([50, 60, 70]) {
            $0.mode = .center
            $0.scale = 2
        }
        #expect(centered[0..<7].allSatisfy { $0 == 0 } && centered[13...].allSatisfy { $0 == 0 })
        #expect(areClose(Array(centered[7..<13]), [49, 51, 56, 63, 68, 70]), "\(centered)")
    }

    @Test func `caps keep their size while the middle is stretched or repeated`() throws {
        let alphas = [200, 100, 10, 20, 150]
        let stretched = try shown(alphas) {
            $0.caps = .init(top: 0, left: 2, bottom: 0, right: 1, resizing: .stretch)
        }
        // Each part is resampled by itself, as Pillow's Lanczos filter does: 17 pixels of two.
        let wide = [7, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 22]
        #expect(areClose(stretched, [200, 100] + wide + [150]), "\(stretched)")
        let tiled = try shown(alphas) {
            $0.caps = .init(top: 0, left: 2, bottom: 0, right: 1, resizing: .tile)
        }
        #expect(tiled == [200, 100] + (0..<17).map { $0 % 2 == 0 ? 10 : 20 } + [150])
        let mirrored = try shown(alphas) {
            $0.caps = .init(top: 0, left: 2, bottom: 0, right: 1, resizing: .tile)
            $0.isMirrored = true
        }
        #expect(mirrored == [150] + (0..<17).map { $0 % 2 == 0 ? 20 : 10 } + [100, 200])
        let double = try shown(alphas) {
            $0.caps = .init(top: 0, left: 2, bottom: 0, right: 1, resizing: .stretch)
            $0.scale = 2
        }
        let narrow = [7, 8, 8, 10, 11, 12, 14, 15, 17, 18, 20, 21, 21, 22]
        #expect(areClose(double, [217, 176, 123, 82] + narrow + [150, 150]), "\(double)")
    }

    @Test func `a frame far larger than the pane repeats where it is seen`() throws {
        let shown = try shown([10, 20, 30]) {
            $0.frame = Rectangle(x: -899_990, y: 20, width: 1_000_000, height: 2)
            $0.caps = .init(top: 0, left: 0, bottom: 0, right: 0, resizing: .tile)
        }
        // 900,000 pixels from the beginning, which is a multiple of three.
        #expect(shown == (0..<20).map { 10 * ($0 % 3 + 1) })
    }

    @Test func `caps that do not fit are made smaller`() throws {
        let shown = try shown([200, 200, 200, 90, 90, 90]) {
            $0.caps = .init(top: 0, left: 3, bottom: 0, right: 3, resizing: .stretch)
            $0.scale = 10
        }
        #expect(shown[0..<9].allSatisfy { $0 == 200 } && shown[11...].allSatisfy { $0 == 90 })
    }
}

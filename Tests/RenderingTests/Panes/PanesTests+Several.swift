// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Rendering
import Testing

/// Several panes, beside each other and one on the other.
extension PanesTests {
    @Test func `panes that do not touch are the same in one step as in several`() throws {
        let frames = [
            Rectangle(x: 3, y: 5, width: 20, height: 40),
            Rectangle(x: 23, y: 30.5, width: 30, height: 22),
            Rectangle(x: 0, y: 60, width: 61, height: 23),
        ]
        let panes = frames.map { pane($0, radius: 5) }
        let picture = picture(.rgba)
        let apart = try rendered(picture, panes.map { .panes([$0]) })
        #expect(try rendered(picture, [.panes(panes)]) == apart)
    }

    @Test func `panes of one step see what lies beneath all, those of another what was drawn`()
        throws
    {
        let one = pane(
            Rectangle(x: 5, y: 10, width: 30, height: 40),
            filters: [.color(.invert(1))]
        )
        let other = pane(Rectangle(x: 20, y: 30, width: 35, height: 40), radius: 5)
        let picture = picture(.rgb)
        #expect(try deviation(picture, [[one, other]]) < 1)
        #expect(try deviation(picture, [[one], [other]]) < 1)
        let shared = try rendered(picture, [.panes([one, other])])
        #expect(try rendered(picture, [.panes([one]), .panes([other])]) != shared)
    }

    @Test(
        arguments: [[30.5], [20.25, 20.75], [0.3, 30.5, 30.6, 60.9]] as [[Double]],
        [1, 0.5] as [Double]
    )
    func `panes that meet inside of a pixel show no seam`(cuts: [Double], alpha: Double) throws {
        let gray = Picture(size, .rgb) { _, _, _ in 40_000 }
        let edges = [0] + cuts + [Double(size.width)]
        let half: [Filter] = [.color(.brightness(0.5))]
        for isTall in [true, false] {
            let panes = zip(edges, edges.dropFirst()).map { start, end in
                pane(
                    isTall
                        ? Rectangle(x: start, y: 0, width: end - start, height: Double(size.height))
                        : Rectangle(x: 0, y: start, width: Double(size.width), height: end - start),
                    filters: half,
                    alpha: alpha
                )
            }
            let result = try rendered(gray, [.panes(panes)])
            let expected = Int(40_000 - 20_000 * alpha)
            for y in 0..<(isTall ? size.height : size.width) {
                for x in 0..<size.width {
                    #expect(abs(Int(result[x, y, 0]) - expected) <= 2, "\(x), \(y)")
                }
            }
        }
    }

    @Test func `panes that meet inside of a pixel share it`() throws {
        let gray = Picture(size, .rgb) { _, _, _ in 40_000 }
        let height = Double(size.height)
        let left = pane(
            Rectangle(x: 0, y: 0, width: 10.25, height: height),
            filters: [.color(.brightness(0.5))]
        )
        let right = pane(
            Rectangle(x: 10.25, y: 0, width: 9, height: height),
            filters: [.color(.brightness(0))]
        )
        for panes in [[left, right], [right, left]] {
            let result = try rendered(gray, [.panes(panes)])
            #expect(abs(Int(result[10, 40, 0]) - 5_000) <= 2)
            #expect(abs(Int(result[19, 40, 0]) - 30_000) <= 2)
        }
        // Where they overlap completely, the later pane is on top, as ever.
        let over = pane(
            Rectangle(x: 5, y: 0, width: 9, height: height),
            filters: [.color(.brightness(0.25))],
            alpha: 0.5
        )
        let result = try rendered(gray, [.panes([left, over])])
        #expect(abs(Int(result[7, 40, 0]) - 15_000) <= 2)
    }

    @Test func `sixty-four panes`() throws {
        let panes = (0..<64).map { index in
            let frame = Rectangle(
                x: Double(index * 29 % 53),
                y: Double(index * 37 % 79),
                width: 8.5,
                height: 6.25
            )
            return pane(frame, radius: 2, alpha: 0.6)
        }
        #expect(try deviation(picture(.rgb), [panes]) < 1)
    }
}

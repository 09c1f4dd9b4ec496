// SPDX-License-Identifier: Apache-2.0

import Effects
import Testing

@Suite
struct PicturePositionTests {
    /// The distances in a free space of 200 × 100 pixels, at two pixels per point.
    private func distances(_ text: String) -> [Double]? {
        PicturePosition(parsing: text).map {
            [$0.x.distance(in: 200, scale: 2), $0.y.distance(in: 100, scale: 2)]
        }
    }

    @Test(arguments: [
        ("center", [100, 50]), ("left", [0, 50]), ("right", [200, 50]), ("top", [100, 0]),
        ("bottom", [100, 100]), ("25%", [50, 50]), ("30px", [30, 50]), ("30", [30, 50]),
        ("30pt", [60, 50]), ("left top", [0, 0]), ("top left", [0, 0]),
        ("center left", [0, 50]), ("bottom center", [100, 100]), ("50% 20%", [100, 20]),
        ("10% bottom", [20, 100]), ("right 30%", [200, 30]), ("10px 20px", [10, 20]),
        ("right 10px bottom 5%", [190, 95]), ("bottom 5px right 10%", [180, 95]),
        ("left 0 top 0", [0, 0]), ("right 20% top 10pt", [160, 20]), ("LEFT Top", [0, 0]),
        ("120% -5%", [200, 0]), ("1em", [16, 50]), ("calc(50% - 10px) calc(2 * 5pt)", [90, 20]),
        ("right calc(10px + 5%) bottom max(5px, 10%)", [180, 90]), ("min(10px, 50%)", [10, 50]),
        ("clamp(0px, 75% - 200px, 30px) round(33px, 10px)", [0, 30]),
    ])
    func `reads the positions of CSS`(text: String, expected: [Double]) throws {
        #expect(try #require(distances(text)) == expected)
    }

    @Test(arguments: [
        "", "middle", "left right", "top bottom", "50% left", "top 50%", "left left", "1 2 3",
        "left 10px top", "left 10px 20px top", "center 10px top 5px", "left 10px right 5px",
        "1vw", "10deg", "50%,20%", "left 10px top 5px 3px", "calc(50% + 10)",
        "calc(50%-10px)", "calc(1px + 1deg)", "5px left",
    ])
    func `refuses what is no position of CSS`(text: String) {
        #expect(PicturePosition(parsing: text) == nil)
    }

    @Test
    func `never leaves space that a picture could fill`() throws {
        let far = try #require(PicturePosition(parsing: "500px -20px"))
        #expect(far.x.distance(in: 200, scale: 1) == 200)
        #expect(far.y.distance(in: 100, scale: 1) == 0)
        // A larger picture begins before its box.
        #expect(far.x.distance(in: -200, scale: 1) == 0)
        #expect(far.y.distance(in: -100, scale: 1) == -20)
        #expect(PicturePosition.center.x.distance(in: -200, scale: 1) == -100)
    }
}

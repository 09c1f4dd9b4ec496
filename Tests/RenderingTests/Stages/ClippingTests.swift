// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@testable import Rendering

/// Shapes of results: circles, ellipses, inset rectangles and polygons.
@Suite struct ClippingTests {
    private static let middle = Scene.Position(x: percent(50), y: percent(50))

    private static func percent(_ amount: Double) -> Length { Length(amount, .percent) ?? .zero }

    private static let shapes:
        [(shape: ClipShape, contains: @Sendable (Point, PixelSize) -> Bool)] =
            [
                (.circle(.closestSide, at: middle), { inside($0, $1, min($1.width, $1.height)) }),
                (
                    .ellipse(.closestSide, .closestSide, at: middle),
                    { point, size in
                        let (x, y) = (
                            point.x * 2 / Double(size.width) - 1,
                            point.y * 2 / Double(size.height) - 1
                        )
                        return x * x + y * y < 1
                    }
                ),
                (
                    .polygon([
                        Scene.Position(x: .zero, y: .zero), Scene.Position(x: .whole, y: .zero),
                        Scene.Position(x: .zero, y: .whole),
                    ]),
                    { $0.x / Double($1.width) + $0.y / Double($1.height) < 1 }
                ),
                (
                    .inset(
                        top: percent(25),
                        right: .zero,
                        bottom: .zero,
                        left: percent(10),
                        .square
                    ),
                    { $0.x > 0.1 * Double($1.width) && $0.y > 0.25 * Double($1.height) }
                ),
            ]

    private static func inside(_ point: Point, _ size: PixelSize, _ diameter: Int) -> Bool {
        let (x, y) = (point.x - Double(size.width) / 2, point.y - Double(size.height) / 2)
        return x * x + y * y < Double(diameter * diameter) / 4
    }

    @Test(arguments: ChannelLayout.allCases, shapes.indices)
    func `multiplies alpha by the area inside of the shape`(
        layout: ChannelLayout,
        index: Int
    ) throws {
        let (shape, contains) = Self.shapes[index]
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.clip(shape)])
            #expect(result.layout == layout.addingAlpha)
            let source = ExactPicture(picture)
            let expected = ExactPicture(size: size) { x, y in
                var pixel = source[x, y]
                let count = (0..<1024).count { sample in
                    contains(
                        Point(
                            x: Double(x) + (Double(sample % 32) + 0.5) / 32,
                            y: Double(y) + (Double(sample / 32) + 0.5) / 32
                        ),
                        size
                    )
                }
                pixel.w *= Double(count) / 1024
                return pixel
            }
            // Where edges meet, 32 points in each direction measure an area to a 32nd.
            #expect(ExactPicture(result).distance(to: expected) < 2_100, "\(size)")
        }
    }

    @Test
    func `keeps the exact share of a pixel on an edge`() throws {
        let size = PixelSize(width: 10, height: 6)
        let picture = Picture(size, .gray) { _, _, _ in 65_535 }
        let left = try #require(Length(2.25))
        let shape = ClipShape.inset(
            top: .zero,
            right: try #require(Length(0.4)),
            bottom: .zero,
            left: left,
            .square
        )
        let result = try picture.rendered([.clip(shape)])
        let alpha = (0..<10).map { Int(result[$0, 3, 1]) }
        #expect(alpha == [0, 0, 49_151] + Array(repeating: 65_535, count: 6) + [39_321])
    }

    @Test
    func `measures a radius as CSS does`() throws {
        let size = PixelSize(width: 300, height: 400)
        let corner = Scene.Position(x: .zero, y: .zero)
        func width(_ shape: ClipShape) -> Double? { shape.shape(on: size)?.bounds.width }
        #expect(width(.circle(.closestSide, at: Self.middle)) == 300)
        #expect(width(.circle(.farthestSide, at: Self.middle)) == 400)
        #expect(width(.circle(.closestSide, at: corner)) == nil)
        #expect(width(.circle(.farthestSide, at: corner)) == 800)
        // √(300² + 400²) / √2 = 353.55
        let radius = try #require(width(.circle(.length(Self.percent(100)), at: corner)))
        #expect(abs(radius / 2 - 353.553_390_6) < 1e-6)
        #expect(width(.ellipse(.length(Self.percent(10)), .closestSide, at: Self.middle)) == 60)
    }

    @Test
    func `covers the image after it grew`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 20, height: 10), .rgb)
        let blur = Filter.blur(try GaussianBlur(sigma: 2, edge: .expand))
        let grown = try picture.rendered([.filter(blur)])
        let whole = ClipShape.ellipse(.closestSide, .closestSide, at: Self.middle)
        let result = try picture.rendered([.filter(blur), .clip(whole)])
        // Outside of an ellipse in the size before.
        let top = grown.size.width / 2
        #expect(grown[top, 0, 3] > 0)
        #expect(result[top, 0, 3] > grown[top, 0, 3] / 2)
    }

    @Test
    func `is left out where it changes nothing`() {
        #expect(Plan([.clip(.rounded(.square))]).steps.isEmpty)
    }
}

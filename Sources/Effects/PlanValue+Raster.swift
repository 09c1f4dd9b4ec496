// SPDX-License-Identifier: Apache-2.0

import Raster

extension StraightColor {
    /// Red, green, blue and alpha as a canonical value, for cache keys.
    var planValue: PlanValue { .list([red, green, blue, alpha].map { .number($0) }) }
}

extension ColorMatrix {
    /// The four rows of five numbers as a canonical value, for cache keys.
    var planValue: PlanValue {
        .list(
            [red, green, blue, alpha].map { row in
                .list([row.red, row.green, row.blue, row.alpha, row.bias].map { .number($0) })
            }
        )
    }
}

extension Rectangle {
    /// The left, top, width and height as a canonical value, for cache keys.
    var planValue: PlanValue { .list([x, y, width, height].map { .number($0) }) }
}

extension PixelRect {
    /// The left, top, width and height as a canonical value, for cache keys.
    var planValue: PlanValue {
        .list([x, y, size.width, size.height].map { .number(Double($0)) })
    }
}

extension Shape {
    /// The kind of shape and its lengths as a canonical value, for cache keys.
    var planValue: PlanValue {
        switch self {
        case .rectangle(let frame, let corners):
            .record(
                "rectangle",
                [
                    .init("frame", frame.planValue),
                    .init("curve", .text(corners.curve.rawValue)),
                    .init(
                        "radii",
                        .list(
                            [
                                corners.topLeft, corners.topRight, corners.bottomRight,
                                corners.bottomLeft,
                            ].map { .number($0) }
                        )
                    ),
                ]
            )
        case .ellipse(let frame): .record("ellipse", [.init("frame", frame.planValue)])
        case .polygon(let points):
            .record(
                "polygon",
                [.init("points", .list(points.map { .list([.number($0.x), .number($0.y)]) }))]
            )
        }
    }
}

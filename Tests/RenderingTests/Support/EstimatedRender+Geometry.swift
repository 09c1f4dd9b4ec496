// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension EstimatedRender {
    /// Changes of the geometry of 1600 × 1200 pixels.
    static let reshapings: [(name: String, make: @Sendable () throws -> [Reshaping])] = [
        ("a quarter turn", { [.turn(QuarterTurn(quarters: 1))] }),
        ("half a turn", { [.turn(QuarterTurn(quarters: 2))] }),
        ("a reflection", { [.turn(QuarterTurn(quarters: 0, flip: .horizontal))] }),
        (
            "a turned part",
            {
                [
                    .crop(PixelRect(x: 9, y: 9, width: 1200, height: 1100)),
                    .turn(QuarterTurn(quarters: 3)),
                ]
            }
        ),
        (
            "a white border",
            { [.pad(Padding(frame: border, fill: .color(StraightColor(white: 1))))] }
        ),
        ("a turn by 3 degrees", { [.rotate(rotation(3, .transparent))] }),
        ("a turn by 30 degrees on red", { [.rotate(rotation(30, .color(red)))] }),
        ("a straightened picture", { [.rotate(rotation(-8, .edge))] }),
        ("a turn on a gradient", { [.rotate(rotation(45, .gradient(gradient)))] }),
        (
            "a small turned picture",
            {
                [
                    .resize(Resize(size: PixelSize(width: 400, height: 300))),
                    .rotate(rotation(20, .transparent, PixelSize(width: 500, height: 450))),
                ]
            }
        ),
        ("a gradient", { [.pad(Padding(frame: border, fill: .gradient(gradient)))] }),
        ("caps", { [.stretch(stretch(.stretch))] }),
        ("tiles between caps", { [.stretch(stretch(.tile))] }),
        ("reflections", { [.pad(Padding(frame: border, fill: .mirror))] }),
        ("a backdrop", { [.pad(try backdrop("blur(40px) saturate(180%)", border))] }),
        ("a backdrop under many filters", { [.pad(try backdrop(many, border))] }),
        (
            "a small picture on a backdrop",
            {
                [
                    .resize(Resize(size: PixelSize(width: 400, height: 300))),
                    .pad(
                        try backdrop(
                            "blur(40px)",
                            PixelRect(x: -400, y: 0, width: 1200, height: 300)
                        )
                    ),
                ]
            }
        ),
    ]

    private static let red = StraightColor(red: 1, green: 0, blue: 0)

    private static let gradient = Gradient(
        line: .straight(start: 0, step: Point(x: 0.6, y: 0.8)),
        stops: [
            Gradient.Stop(offset: 0, color: red),
            Gradient.Stop(offset: 2000, color: StraightColor(white: 1, alpha: 0.5)),
        ]
    )

    private static func rotation(
        _ degrees: Double,
        _ outside: Rotation.Outside,
        _ size: PixelSize = PixelSize(width: 2000, height: 1400)
    ) -> Rotation {
        Rotation(
            degrees: degrees,
            size: size,
            center: Point(x: Double(size.width) / 2, y: Double(size.height) / 2),
            outside: outside
        )
    }

    private static func stretch(_ resizing: PictureForm.Resizing) -> CapStretch {
        CapStretch(
            size: PixelSize(width: 2000, height: 1500),
            caps: PictureForm.Caps(top: 9, left: 800, bottom: 99, right: 700, resizing: resizing)
        )
    }

    private static let border = PixelRect(x: -200, y: -100, width: 2000, height: 1400)

    private static let many = Array(repeating: "blur(20px)", count: 8).joined(separator: " ")

    private static func backdrop(_ list: String, _ frame: PixelRect) throws -> Padding {
        Padding(
            frame: frame,
            fill: .backdrop(
                Resize(size: frame.size),
                try FilterList(list).filters(edge: .mirror)
            )
        )
    }
}

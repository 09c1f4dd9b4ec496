// SPDX-License-Identifier: Apache-2.0

extension ColorFunction {
    /// Creates a filter that adds an offset of `-1...1` to red, green and blue.
    package static func brightnessOffset(_ offset: Double) -> ColorFunction {
        ColorFunction(.numbers("brightness-offset", ["offset": offset]), .diagonal(1, bias: offset))
    }
}

extension FilterFunction {
    static let brightnessOffset = FilterFunction(
        "brightness-offset",
        .amount("offset", -1...1, "1 is from black to white"),
        sentence: "Adds to red, green and blue.",
        standard: .coreAnimation,
        category: .color,
        identity: "brightness-offset(0)"
    ) { .color(.brightnessOffset($0)) }
}

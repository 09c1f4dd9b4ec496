// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Rendering

extension RenderParameter {
    /// All parameters of a placeholder, in the order of the documentation.
    package static let placeholderTable = [
        xComponents, yComponents, colors, textBox, measure, frame, background, damage,
    ]

    /// The parameters of renderings and placeholders.
    package static let all = table + [xComponents, yComponents, colors]

    static let xComponents = RenderParameter(
        "x-components",
        .integer(in: PlaceholderGoal.componentRange),
        \.placeholder.xComponents,
        default: "4",
        for: .output,
        "Components of the BlurHash across."
    )

    static let yComponents = RenderParameter(
        "y-components",
        .integer(in: PlaceholderGoal.componentRange),
        \.placeholder.yComponents,
        default: "3",
        for: .output,
        "Components of the BlurHash down."
    )

    static let colors = RenderParameter(
        "colors",
        .integer(in: PlaceholderGoal.colorRange),
        \.placeholder.colors,
        default: "5",
        for: .output,
        "Most colors of the palette; an image with fewer colors has fewer."
    )
}

extension RenderParameters {
    /// Parses and checks the parameters of a placeholder.
    ///
    /// - Parameter pairs: Names and values, decoded, in any order.
    /// - Throws: The first error, in the order of the pairs.
    package init(placeholder pairs: [(name: String, value: String)]) throws(ParameterError) {
        self.init()
        let table = RenderParameter.placeholderTable
        var stated: Set<RenderParameter> = []
        for (name, value) in pairs {
            guard let parameter = table.first(where: { $0.name == name }) else {
                throw .unknownHere(name: name, known: table.map(\.name))
            }
            guard stated.insert(parameter).inserted else { throw .repeated(name: name) }
            try parameter.read(value, into: &self)
        }
    }

    /// Computes the details of the placeholder of a picture, such as the box of its text in pixels.
    ///
    /// - Parameter size: The size of the upright picture.
    /// - Returns: The goal.
    /// - Throws: ``ParameterError/scene(_:_:value:)``, when the text's box lies outside of the picture.
    func placeholderGoal(for size: PixelSize) throws(ParameterError) -> PlaceholderGoal {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let box = goal.box.map {
            $0.pixels(within: size, scale: Traits().scale).intersection(whole)
        }
        if box?.isEmpty == true {
            let rule = SceneError.Rule.outsidePicture(width: size.width, height: size.height)
            throw .scene(.textBox, rule, value: nil)
        }
        return PlaceholderGoal(
            components: PixelSize(width: placeholder.xComponents, height: placeholder.yComponents),
            colorCount: placeholder.colors,
            box: box ?? whole,
            measure: goal.measure,
            background: background
        )
    }
}

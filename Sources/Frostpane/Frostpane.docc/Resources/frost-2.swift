// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frostpane

// frost IN OUT: lays a card of glass on a photo.
let arguments = CommandLine.arguments
let photo = try Data(contentsOf: URL(filePath: arguments[1]))

// A card of glass on the lower half, as a phone with three pixels per point shows it.
let card = Scene.Layer(
    shapes: [
        .rectangle(
            Scene.Frame(x: "10%", y: "55%", width: "80%", height: "30%"),
            Scene.Corners(curve: .continuous, radius: "20pt")
        )
    ],
    effect: .material(.systemThinMaterial)
)
let effect = Frostpane.Effect.scene(Scene(layers: [card]), Traits(appearance: .dark, scale: 3))

let frosted = try Frostpane.render(photo, effect)
try Data(frosted).write(to: URL(filePath: arguments[2]))

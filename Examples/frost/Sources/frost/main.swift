// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frostpane

// frost IN OUT: frosts a photo, and writes the result while it is made.
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

// The size and the format are known before the first pixel.
let options = Frostpane.Options(format: .jpeg(JPEGOptions(quality: 90)))
let rendering = try Frostpane.Rendering(photo, effect, options)
print("\(rendering.size.width) × \(rendering.size.height), \(rendering.format.mediaType)")
print("kernels: \(Frostpane.kernels.joined(separator: " "))")

FileManager.default.createFile(atPath: arguments[2], contents: nil)
let file = try FileHandle(forWritingTo: URL(filePath: arguments[2]))
try rendering.run { piece in
    try file.write(contentsOf: Data(piece))
}

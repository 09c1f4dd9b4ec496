// SPDX-License-Identifier: Apache-2.0
// What each client of the trial does, with the client that openapi-generator makes for Swift 6.

import Foundation
import OpenAPIClient

/// The SHA-256 of a file, by the program of coreutils.
func digest(_ file: URL) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [file.path]
    process.standardOutput = pipe
    try process.run()
    process.waitUntilExit()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: output.prefix(64), as: UTF8.self)
}

func tell(_ name: String, _ file: URL) throws {
    print(name, try digest(file))
}

@main
struct Trial {
    static func main() async throws {
        let picture = URL(fileURLWithPath: CommandLine.arguments[2])
        OpenAPIClientAPIConfiguration.shared.basePath = CommandLine.arguments[1]
        let image = try await ImagesAPI.keepImage(body: picture)
        print("keep", image.id, image.width)
        try tell("fetch", await ImagesAPI.getImage(digest: image.id))
        try tell(
            "render",
            await RenderingAPI.renderImage(
                digest: image.id,
                blur: 8.5,
                region: ["10%,10%,50%,50%", "0,0,9,9"],
                format: .jpeg,
                progressive: true
            )
        )
        try tell(
            "upload",
            await RenderingAPI.renderUpload(
                body: picture,
                material: .systemthinmaterial,
                appearance: .dark,
                scale: 2
            )
        )
        let pane = Layer(
            frame: SceneFrame(x: "10%", width: "80%"),
            corners: Corners(radius: "20pt"),
            material: "systemThinMaterial",
            layers: [Layer(shape: .ellipse, vibrancy: .fill)]
        )
        var scene = Scene(layers: [pane])
        let text = String(decoding: try JSONEncoder().encode(scene), as: UTF8.self)
        try tell(
            "form",
            await RenderingAPI.renderForm(image: picture, scene: text, scale: 2, optimize: true)
        )
        scene.backdrop = KeptImage(digest: image.id)
        try tell("scene", await RenderingAPI.renderScene(scene: scene, scale: 2, optimize: true))
        let plan = try await RenderingAPI.planImage(digest: image.id, blur: 8.5)
        print("plan", plan.steps[0].type, plan.result.mediaType.rawValue)
        do {
            _ = try await RenderingAPI.renderUpload(body: picture, filter: "blurr(2px)")
        } catch {
            guard case .error(_, let body, _, _) = error, let body else { throw error }
            let problem = try JSONDecoder().decode(Problem.self, from: body)
            print("problem", problem.type.rawValue, problem.parameter ?? "")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `frostpane gallery`: renders a contact sheet of an image under every material.
struct GalleryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Render a contact sheet of all materials on an image.",
        usage: """
            frostpane gallery IN OUT [options]
            frostpane gallery IN... --into FOLDER [options]
            """
    )

    static let operands: Operands? = .paths

    static let sections: [any OptionSection.Type] = [
        GallerySection.self, FilesSection.self, SharedSection.self,
    ]

    static func run(
        arguments: [String],
        environment: [String: String]
    ) throws(Complaint) -> ExitCode {
        try RenderCommand.render(
            try RenderArguments(arguments, of: Self.self, environment: environment)
        )
    }
}

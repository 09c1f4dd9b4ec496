// SPDX-License-Identifier: Apache-2.0

/// `frostpane gallery`: renders a contact sheet of an image under every material.
enum GalleryCommand: Subcommand {
    static let summary = CommandSummary(
        name: "gallery",
        abstract: "Render a contact sheet of all materials on an image.",
        usage: """
            frostpane gallery IN OUT [options]
            frostpane gallery IN... --into FOLDER [options]
            """
    )

    static let operands: Operands? = .paths

    static let sections = RenderArguments.sections(isGallery: true)

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        try RenderCommand.render(
            try RenderArguments(arguments, isGallery: true, environment: environment)
        )
    }
}

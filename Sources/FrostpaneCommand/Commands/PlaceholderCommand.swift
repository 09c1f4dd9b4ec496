// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Rendering
import Service

/// `frostpane placeholder`: prints the hashes and colors of an image.
enum PlaceholderCommand: Subcommand {
    static let summary = CommandSummary(
        name: "placeholder",
        abstract: "Print a placeholder for an image, as JSON.",
        usage: "frostpane placeholder IN [options]",
        discussion: """
            BlurHash, ThumbHash, the average and the dominant color, a palette, the color of a text on \
            the picture, and a tiny picture as a data URI.
            """
    )

    static let operands: Operands? = Operands(
        name: "path",
        sentence: "The image; - is standard input."
    )

    static let sections: [any OptionSection.Type] = [PlaceholderSection.self, SharedSection.self]

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        var reader = OptionReader(arguments, sections)
        if reader.operands.count != 1 {
            reader.faults.append("name an image: frostpane placeholder IN")
        }
        let read = LocalTask.placeholder.read(reader.parameters(of: .placeholder))
        reader.faults += read.faults.map(\.localDescription)
        let configuration = reader.configuration(environment)
        guard reader.faults.isEmpty, let path = reader.operands.first else {
            throw Complaint(.usage, reader.faults)
        }
        InstructionSet.use(configuration.instructionSet)
        CommandCodecs.use(configuration)
        let (bytes, _) = try PictureFile.read(path)
        let report: PlaceholderReport
        do throws(LocalFault) {
            let source = try SourceImage(
                bytes,
                damage: read.parameters.damage,
                frame: read.parameters.frame,
                configuration: configuration
            )
            report = try PlaceholderReport(of: source, read.parameters, configuration)
        } catch {
            throw Complaint(error, of: PictureFile.name(of: path))
        }
        if !report.damage.isEmpty {
            Streams.tell("frostpane: \(PictureFile.name(of: path)): \(report.damage.words)\n")
        }
        return try Streams.print(report.document)
    }
}

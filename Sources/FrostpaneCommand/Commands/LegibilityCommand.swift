// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Rendering
import Service

/// `frostpane legibility`: measures the contrasts of texts on all materials.
enum LegibilityCommand: Subcommand {
    static let summary = CommandSummary(
        name: "legibility",
        abstract: "Measure text contrasts on all materials over an image.",
        usage: "frostpane legibility IN [options]",
        discussion: """
            The first line is what --material auto chooses. Each of the others is a material, its \
            appearance, a text, the contrast that all but the worst twentieth of the text's box \
            reach, and the mean contrast.
            """
    )

    static let operands: Operands? = Operands(
        name: "path",
        sentence: "The image; - is standard input."
    )

    static let sections: [any OptionSection.Type] = [
        LegibilitySection.self, ReportSection.self, SharedSection.self,
    ]

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        var reader = OptionReader(arguments, sections)
        if reader.operands.count != 1 {
            reader.faults.append("name an image: frostpane legibility IN")
        }
        let read = LocalTask.legibility.read(reader.parameters(of: .legibility))
        reader.faults += read.faults.map(\.localDescription)
        let isJSON = reader.isSet(.json)
        let configuration = reader.configuration(environment)
        guard reader.faults.isEmpty, let path = reader.operands.first else {
            throw Complaint(.usage, reader.faults)
        }
        InstructionSet.use(configuration.instructionSet)
        CommandCodecs.use(configuration)
        let (bytes, _) = try PictureFile.read(path)
        let report = try report(of: path, bytes, read.parameters, configuration)
        return try isJSON ? Streams.print(report.document) : Streams.print(text(of: report.table))
    }

    private static func report(
        of path: String,
        _ bytes: [UInt8],
        _ parameters: RenderParameters,
        _ configuration: Configuration
    ) throws(Complaint) -> LegibilityReport {
        do throws(LocalFault) {
            let source = try SourceImage(
                bytes,
                damage: parameters.damage,
                frame: parameters.frame,
                configuration: configuration
            )
            guard let report = try LegibilityReport(of: source, parameters, configuration) else {
                throw .refused("no material is to be chosen")
            }
            return report
        } catch {
            throw Complaint(error, of: PictureFile.name(of: path))
        }
    }

    /// Formats the contrasts as lines of aligned columns, the chosen material first.
    private static func text(of table: LegibilityTable) -> String {
        let rows = [table.choice.row] + table.rows
        let cells = rows.map { row in
            [
                row.materialName, row.appearance.rawValue, row.text.rawValue,
                LegibilityReport.text(of: row.contrast), LegibilityReport.text(of: row.mean),
            ]
        }
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { cells in
            zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count + 2)
            }.joined() + cells[4] + "\n"
        }.joined()
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Effects
import FoundationEssentials
import Raster
package import Rendering
import Store

/// An analysis whose outcome is the JSON document of a placeholder.
struct PlaceholderReporting: PictureAnalysis {
    private let analysis: PlaceholderAnalysis

    var source: SourceImage { analysis.source }
    var estimate: RenderEstimate { analysis.estimate }

    /// The requested details, such as the number of colors and the box of the text.
    var goal: PlaceholderGoal { analysis.goal }

    /// Prepares the analysis of a picture for its placeholder.
    init(
        of source: SourceImage,
        _ parameters: RenderParameters,
        limits: DecodeLimits
    ) throws(ParameterError) {
        analysis = PlaceholderAnalysis(
            of: source.tolerating(parameters.damage),
            try parameters.placeholderGoal(for: source.header.size),
            limits: limits
        )
    }

    func run(cancellation: Cancellation) throws(RenderError) -> PlaceholderReport {
        let placeholder = try analysis.run(cancellation: cancellation)
        return PlaceholderReport(
            document: JSONValue(placeholder, goal).document,
            damage: placeholder.damage
        )
    }
}

/// A placeholder as a JSON document, with the damage that was found in the picture.
package struct PlaceholderReport: Sendable {
    /// The JSON text of the placeholder, in UTF-8.
    package let document: [UInt8]
    /// The damage of the picture that was tolerated.
    package let damage: Set<Damage>

    init(document: [UInt8], damage: Set<Damage>) {
        self.document = document
        self.damage = damage
    }

    /// Computes the placeholder of a picture on the calling thread.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - parameters: The parameters.
    ///   - configuration: The limits.
    /// - Throws: ``LocalFault``.
    package init(
        of source: SourceImage,
        _ parameters: RenderParameters,
        _ configuration: Configuration
    ) throws(LocalFault) {
        let limits = DecodeLimits(configuration)
        let selected: SourceImage
        do throws(RenderError) {
            selected = try source.selected(by: parameters, limits: limits)
        } catch {
            throw .render(error)
        }
        let analysis: PlaceholderReporting
        do throws(ParameterError) {
            analysis = try PlaceholderReporting(of: selected, parameters, limits: limits)
        } catch {
            throw LocalFault(.parameter(error))
        }
        do throws(RenderError) {
            self = try analysis.run(cancellation: Cancellation())
        } catch {
            throw .render(error)
        }
    }
}

/// The key of a placeholder in its cache: the picture, the tolerated damage and the details.
struct PlaceholderName: AnalysisIdentity {
    let source: Digest
    let damage: DamagePolicy
    /// The frame of the file, or the size at which a drawing is drawn.
    let selection: PictureSelection
    /// The requested details, such as the number of colors and the box of the text.
    let goal: PlaceholderGoal

    init(_ analysis: PlaceholderReporting, of source: Digest) {
        self.source = source
        damage = analysis.source.damage
        selection = analysis.source.selection
        goal = analysis.goal
    }

    /// The entity tag of the document, which is known before the picture is decoded.
    var entityTag: EntityTag {
        let numbers = [
            goal.components.width, goal.components.height, goal.colorCount, goal.box.x, goal.box.y,
            goal.box.size.width, goal.box.size.height, Int(goal.background.red),
            Int(goal.background.green), Int(goal.background.blue),
        ]
        let words = ["placeholder", goal.measure.rawValue, damage.rawValue]
        let recipe = words + selection.words + numbers.map(String.init) + RenderRequest.versions
        return EntityTag(String(ResultKey(source: source, recipe: recipe).digest.hex.prefix(32)))
    }
}

extension JSONValue {
    /// Creates the JSON document of a placeholder.
    fileprivate init(_ placeholder: Placeholder, _ goal: PlaceholderGoal) {
        func hex(_ color: Color) -> JSONValue { .string(color.hex) }
        let palette = placeholder.palette.map { entry in
            JSONValue.object([
                ("color", hex(entry.color)), ("share", .number(entry.share.rounded(toPlaces: 4))),
            ])
        }
        self = .object([
            ("width", .integer(placeholder.size.width)),
            ("height", .integer(placeholder.size.height)),
            ("blurhash", .string(placeholder.blurHash)),
            ("thumbhash", .string(Data(placeholder.thumbHash).base64EncodedString())),
            ("average", hex(placeholder.average)),
            ("dominant", hex(placeholder.dominant)),
            ("opacity", .number(placeholder.opacity.rounded(toPlaces: 4))),
            ("palette", .array(palette)),
            (
                "text",
                .object([
                    ("color", hex(placeholder.text)),
                    ("contrast", .number(placeholder.contrast.rounded(toPlaces: 2))),
                    ("measure", .string(goal.measure.rawValue)),
                    ("box", JSONValue(goal.box)),
                ])
            ),
            (
                "uri",
                .string(
                    "data:image/png;base64," + Data(placeholder.tinyPicture).base64EncodedString()
                )
            ),
        ])
    }
}

extension Color {
    /// The color as CSS writes it: `#` and six digits.
    fileprivate var hex: String {
        "#"
            + [red, green, blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16)
            }.joined()
    }
}

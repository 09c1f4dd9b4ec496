// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Typesetting

/// The rules that must hold for every text drawn.
///
/// Shared with the fuzzing executable, which links to this file.
enum TextCheck {
    /// A rule that was broken.
    struct Violation: Error {
        let rule: String
    }

    private static let clip = PixelRect(x: 3, y: 5, width: 250, height: 120)

    /// Checks one input: eight bytes that choose options, and the text.
    static func run(_ input: [UInt8]) throws(Violation) {
        guard input.count >= 8, let text = String(validating: input.dropFirst(8), as: UTF8.self)
        else { return }
        let form = form(text, input)
        switch (refusal(of: form), drawing(of: form)) {
        case (nil, .success(let drawing)):
            try require("the plane is where it was said to be") {
                drawing.plane.rect == TextRaster.rect(of: form, in: clip)
            }
            try require("at least one line is drawn, and no more than there are") {
                (1...drawing.extents.lineCount).contains(drawing.extents.drawnLineCount)
            }
            try require("nothing is covered beyond the extents") { isCovered(drawing) }
        case (nil, .failure(.missingGlyph(let scalar))):
            try require("the glyph that is missing is one of the text") {
                text.unicodeScalars.contains(scalar)
            }
        case (nil, .failure(let error)):
            throw Violation(rule: "a text is drawn unless a glyph is missing: \(error)")
        case (let refusal?, .failure(let error)):
            try require("what is refused is refused for one reason") { refusal == error }
        case (_?, .success):
            throw Violation(rule: "what is refused is not drawn")
        }
    }

    private typealias Drawing = (extents: TextExtents, plane: TextPlane)

    private static func refusal(of form: TextForm) -> TypesettingError? {
        do throws(TypesettingError) {
            try TextRaster.check(form)
            return nil
        } catch {
            return error
        }
    }

    private static func drawing(of form: TextForm) -> Result<Drawing, TypesettingError> {
        do throws(TypesettingError) {
            return .success(
                (try TextRaster.extents(of: form), try TextRaster.draw(form, in: clip))
            )
        } catch {
            return .failure(error)
        }
    }

    /// Whether all samples that are not 0 lie where the ink is said to be.
    private static func isCovered(_ drawing: Drawing) -> Bool {
        let (ink, plane) = (drawing.extents.ink, drawing.plane)
        return plane.rect.rows.allSatisfy { y in
            let row = plane.row(y)
            return row.indices.allSatisfy { index in
                let x = Double(index + plane.rect.x)
                return row[index] == 0
                    || (ink.x - 2...ink.maxX + 1).contains(x)
                        && (ink.y - 2...ink.maxY + 1).contains(Double(y))
            }
        }
    }

    private static func require(_ rule: String, _ holds: () -> Bool) throws(Violation) {
        if !holds() { throw Violation(rule: rule) }
    }

    private static func form(_ text: String, _ bytes: [UInt8]) -> TextForm {
        func choice<Choice: CaseIterable>(_ byte: UInt8, _: Choice.Type) -> Choice {
            let all = Array(Choice.allCases)
            return all[Int(byte) % all.count]
        }
        let families = ["DejaVu Sans", "serif", "monospace", "sans-serif"]
        let choices = Int(bytes[4]) | Int(bytes[5]) << 8
        return TextForm(
            text: text,
            family: families[choices % 4],
            // Mostly small; 0 and more than 1,000 are refused.
            size: Double(bytes[0]) * Double(bytes[0]) / 64,
            weight: 80 + Int(bytes[1]) * 4,
            isItalic: choices & 4 != 0,
            frame: Rectangle(
                x: Double(bytes[2] % 16) - 5.25,
                y: Double(bytes[2] / 16) - 2.5,
                width: Double(bytes[3]),
                height: Double(bytes[6]) * 1.5
            ),
            alignment: choice(bytes[7], TextForm.Alignment.self),
            position: choice(bytes[7] / 5, TextForm.Position.self),
            wrapping: choice(bytes[7] / 15, TextForm.Wrapping.self),
            direction: choice(bytes[7] / 45, TextForm.Direction.self)
        )
    }
}

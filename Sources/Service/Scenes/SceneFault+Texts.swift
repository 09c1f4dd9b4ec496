// SPDX-License-Identifier: Apache-2.0

import Effects
import Typesetting

extension SceneFault {
    /// Creates a fault for a text that cannot be drawn, with its location.
    ///
    /// - Parameters:
    ///   - error: The error; the result is `nil` if no text caused it.
    ///   - texts: The texts of the scene.
    init?(_ error: TypesettingError, among texts: [Scene.PlacedText]) {
        guard let text = texts.first(where: { error.concerns($0.form) }),
            let member = error.member(in: text.form)
        else { return nil }
        self.init(.text(error), at: JSONPointer(text.place).appending(member))
    }

    /// Checks everything in texts that needs no fonts.
    ///
    /// - Parameter texts: The texts of a scene.
    /// - Throws: The first fault.
    static func check(_ texts: [Scene.PlacedText]) throws(SceneFault) {
        for text in texts {
            do throws(TypesettingError) {
                try TextRaster.check(text.form)
            } catch {
                let pointer = JSONPointer(text.place)
                throw SceneFault(
                    .text(error),
                    at: error.member(in: text.form).map(pointer.appending) ?? pointer
                )
            }
        }
    }
}

extension TypesettingError {
    /// The member of a content that caused the error; `nil` if no text did.
    fileprivate func member(in form: TextForm) -> String? {
        switch self {
        case .unavailable, .outOfMemory, .failed: nil
        case .emptyText, .textTooLong, .controlCharacter, .missingGlyph:
            form.runs.count > 1 ? "runs" : "text"
        case .malformedFamily, .unknownFamily, .outOfRange(.size), .outOfRange(.weight): "font"
        case .outOfRange(.letterSpacing): "letterSpacing"
        case .outOfRange(.lineHeight): "lineHeight"
        case .outOfRange(.maximumLines): "maximumLines"
        case .outOfRange(.shadowSigma): "shadow"
        case .outOfRange(.frame): "frame"
        }
    }

    /// Whether the text may have caused the error.
    fileprivate func concerns(_ form: TextForm) -> Bool {
        switch self {
        case .unknownFamily(let family): form.runs.contains { $0.family == family }
        case .missingGlyph(let scalar): form.text.unicodeScalars.contains(scalar)
        case .unavailable, .emptyText, .textTooLong, .controlCharacter, .malformedFamily,
            .outOfRange, .outOfMemory, .failed:
            (try? TextRaster.check(form)) == nil
        }
    }
}

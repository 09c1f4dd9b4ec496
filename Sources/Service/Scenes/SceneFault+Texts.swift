// SPDX-License-Identifier: Apache-2.0

import Effects
import Typesetting

extension SceneFault {
    /// Finds the text that caused an error, and creates a fault with its location in the scene.
    ///
    /// - Parameters:
    ///   - error: The error; the initializer returns nil if no text caused it.
    ///   - texts: The texts of the scene.
    init?(_ error: TypesettingError, among texts: [Scene.PlacedText]) {
        guard let text = texts.first(where: { error.concerns($0.form) }),
            let member = error.member(in: text.form)
        else { return nil }
        self.init(.text(error), at: JSONPointer(text.place).appending(member))
    }

    /// Checks texts as far as possible without loading fonts.
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
    /// The JSON member of a text that caused the error, such as `font`; nil if none did.
    fileprivate func member(in form: TextForm) -> String? {
        switch self {
        case .unavailable, .outOfMemory, .failed, .processUnavailable, .fontsChanged, .interrupted:
            nil
        case .emptyText, .textTooLong, .controlCharacter, .missingGlyph, .breaksLibraries:
            form.runs.count > 1 ? "runs" : "text"
        case .malformedFamily, .unknownFamily, .outOfRange(.size), .outOfRange(.weight): "font"
        case .outOfRange(.letterSpacing): "letterSpacing"
        case .outOfRange(.lineHeight): "lineHeight"
        case .outOfRange(.maximumLines): "maximumLines"
        case .outOfRange(.shadowSigma): "shadow"
        case .outOfRange(.frame): "frame"
        }
    }

    /// Whether a text may have caused the error.
    fileprivate func concerns(_ form: TextForm) -> Bool {
        switch self {
        case .unknownFamily(let family): form.runs.contains { $0.family == family }
        case .missingGlyph(let scalar): form.text.unicodeScalars.contains(scalar)
        case .breaksLibraries(let text): form.text == text
        case .unavailable, .emptyText, .textTooLong, .controlCharacter, .malformedFamily,
            .outOfRange, .outOfMemory, .failed, .processUnavailable, .fontsChanged, .interrupted:
            (try? TextRaster.check(form)) == nil
        }
    }
}

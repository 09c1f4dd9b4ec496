// SPDX-License-Identifier: Apache-2.0

import Effects
import Typesetting

extension SceneFault {
    /// Finds the place of a text that cannot be drawn.
    ///
    /// - Parameters:
    ///   - error: Why it cannot be drawn; `nil` comes of what is no fault of a text.
    ///   - texts: The texts of the scene.
    init?(_ error: TypesettingError, among texts: [Scene.PlacedText]) {
        guard let member = error.member,
            let text = texts.first(where: { error.concerns($0.form) })
        else { return nil }
        self.init(.text(error), at: JSONPointer(text.place).appending(member))
    }

    /// Refuses what can be said of texts without fonts.
    ///
    /// - Parameter texts: The texts of a scene.
    /// - Throws: The first fault.
    static func check(_ texts: [Scene.PlacedText]) throws(SceneFault) {
        for text in texts {
            do throws(TypesettingError) {
                try TextRaster.check(text.form)
            } catch {
                let pointer = JSONPointer(text.place)
                throw SceneFault(.text(error), at: error.member.map(pointer.appending) ?? pointer)
            }
        }
    }
}

extension TypesettingError {
    /// The member of a content that is at fault; `nil` where no text is.
    fileprivate var member: String? {
        switch self {
        case .unavailable, .outOfMemory, .failed: nil
        case .emptyText, .textTooLong, .controlCharacter, .missingGlyph: "text"
        case .malformedFamily, .unknownFamily, .outOfRange(.size), .outOfRange(.weight): "font"
        case .outOfRange(.frame): "frame"
        }
    }

    /// Whether a text can have led to it.
    fileprivate func concerns(_ form: TextForm) -> Bool {
        switch self {
        case .unknownFamily(let family): form.family == family
        case .missingGlyph(let scalar): form.text.unicodeScalars.contains(scalar)
        default: (try? TextRaster.check(form)) == nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs

extension AcceptField {
    /// Whether a client prefers the JSON description of a rendering to an image.
    ///
    /// A client that does not name the media type of descriptions, or that gives images the same
    /// weight, gets the image.
    var prefersPlan: Bool {
        let document = statedWeight(ofType: "application", subtype: "vnd.frostpane.plan+json")
        guard document > 0 else { return false }
        let images = OutputFormat.allCases.map { format in
            let names = format.mediaType.split(separator: "/")
            return weight(ofType: String(names[0]), subtype: String(names[1]))
        }
        return document > images.max() ?? 0
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Rendering

/// The preferences of a client, from the fields of its request.
struct ClientPreferences: Sendable {
    /// The formats of pictures that the client accepts; any if it prefers a JSON description.
    let accept: AcceptField

    /// The client hints about the screen.
    let hints: PartialTraits

    /// Whether the client asks for less data by `Save-Data`.
    let savesData: Bool

    /// Whether the client asks for a JSON description of the rendering instead of a picture.
    let wantsPlan: Bool

    /// Creates the preferences of a client from the fields of its request.
    ///
    /// - Parameters:
    ///   - accept: The media types that the client accepts.
    ///   - hints: The client hints about the screen.
    ///   - savesData: Whether the client asks for less data.
    ///   - asksForPlan: Whether the address is that of a JSON description of a rendering.
    init(
        accept: AcceptField = AcceptField(nil),
        hints: PartialTraits = PartialTraits(),
        savesData: Bool = false,
        asksForPlan: Bool = false
    ) {
        wantsPlan = asksForPlan || accept.prefersPlan
        self.accept = wantsPlan ? AcceptField(nil) : accept
        self.hints = hints
        self.savesData = savesData
    }

    /// Refuses to describe a redaction, because the description would name the original.
    func refusePlan(of parameters: RenderParameters) throws(ServiceError) {
        if wantsPlan && parameters.region.redacts {
            throw .planOfRedaction(vary: parameters.vary())
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The form in which samples travel from the source file to the result: bands of pixels, or planes.
enum Route: Sendable {
    /// Bands of pixels, which pass through stages: for any plan and any pair of formats.
    case bands([PlannedStage])
    /// The planes that a JPEG stores, never converted to pixels.
    ///
    /// Faster; only taken where it gives the same picture.
    case planes(PlaneRoute)

    /// Whether the samples stay in the planes of the JPEG.
    var isPlanes: Bool { if case .planes = self { true } else { false } }
}

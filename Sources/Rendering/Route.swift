// SPDX-License-Identifier: Apache-2.0

/// The way on which pixels get from one file into the other.
enum Route: Sendable {
    /// As bands of pixels through stages: any plan, from any format into any format.
    case bands([PlannedStage])
    /// As the planes that a JPEG stores, which are never turned into pixels: faster, where it leads
    /// to the same picture.
    case planes(PlaneRoute)

    /// Whether planes stay planes.
    var isPlanes: Bool { if case .planes = self { true } else { false } }
}

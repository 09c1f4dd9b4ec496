// SPDX-License-Identifier: Apache-2.0

extension Geometry {
    /// Limits the width of the box to the width that the client has for the image.
    ///
    /// A narrower box keeps its proportions. Without a stated width, the box is as wide as the room.
    ///
    /// - Parameter traits: The screen traits, with the width of the client.
    /// - Returns: A geometry that does not depend on that width any more.
    func following(_ traits: Traits) -> Geometry {
        var geometry = self
        geometry.followsClient = false
        guard let room = traits.clientWidth else { return geometry }
        let pixels = min(max(Double(room), 1), Double(Self.sideRange.upperBound))
        if let width {
            let most = width.pixels(scale: traits.scale, of: 0)
            guard pixels < most else { return geometry }
            geometry.height = height.flatMap {
                Length($0.pixels(scale: traits.scale, of: 0) * pixels / most)
            }
        }
        geometry.width = Length(pixels)
        return geometry
    }
}

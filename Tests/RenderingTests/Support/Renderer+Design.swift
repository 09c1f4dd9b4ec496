// SPDX-License-Identifier: Apache-2.0

@testable import Rendering

extension Renderer {
    /// The route of the render.
    var route: RenderRoute { get throws { try design(Cancellation()).route } }

    /// The color space of the render.
    var space: WorkingSpace { get throws { try design(Cancellation()).space } }
}

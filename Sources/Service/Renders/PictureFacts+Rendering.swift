// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Rendering

extension PictureFacts {
    /// Copies the facts from a rendering whose format and steps are decided.
    convenience init(_ rendering: RenderRequest) {
        let output = rendering.renderer.outputSize
        self.init(
            size: "\(output.width)x\(output.height)",
            format: rendering.format.fileExtension,
            pixelCount: rendering.renderer.source.pixelCount,
            work: rendering.renderer.estimate.work
        )
    }
}

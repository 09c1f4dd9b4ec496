// SPDX-License-Identifier: Apache-2.0

extension Plan {
    /// The sigma of the strongest blur of the whole image, in pixels; 0 if there is none, or if a later
    /// step draws on the image.
    ///
    /// It says how few details the result has, for encoders that choose by it, and nothing of its pixels.
    package var finalSigma: Float {
        steps.reduce(0) { sigma, step in
            switch step {
            case .filter(.blur(let blur)): max(sigma, blur.sigma)
            case .filter(.boxBlur(let blur)): max(sigma, blur.sigma)
            case .filter(.pixelate): 0
            case .filter: sigma
            case .reshape, .panes, .clip, .gallery: 0
            }
        }
    }
}

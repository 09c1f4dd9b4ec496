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

    /// Whether the plan draws texts, shapes or other images on the image, whose edges are sharp.
    package var drawsEdges: Bool {
        steps.contains { step in
            switch step {
            case .panes(let panes): panes.contains { $0.contents.contains(where: \.hasEdges) }
            case .reshape, .filter, .clip, .gallery: false
            }
        }
    }
}

extension Content {
    /// Whether the content has sharp edges; a shadow has none.
    fileprivate var hasEdges: Bool {
        switch form {
        case .picture, .text, .shape, .ring: true
        case .shadow: false
        case .group(let contents): contents.contains(where: \.hasEdges)
        }
    }
}

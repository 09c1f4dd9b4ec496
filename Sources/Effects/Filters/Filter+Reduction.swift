// SPDX-License-Identifier: Apache-2.0

extension [Filter] {
    /// The filters for a picture whose pixels are the means of squares of this one's.
    ///
    /// Lengths shrink with the picture. What is smaller than a pixel then is left out: the squares
    /// have blurred more than that.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: `nil` for filters with a resource or a position, which do not shrink by
    ///   themselves.
    public func reduced(by side: Int) -> [Filter]? {
        var filters: [Filter] = []
        for filter in self {
            switch filter {
            case .captured(let capture):
                let rest = Swift.max(1, capture.side / side)
                if rest == 1 {
                    filters += capture.filters
                } else {
                    filters.append(.captured(Capture(side: rest, filters: capture.filters)))
                }
            case .blur(let blur):
                let variance = blur.sigma * blur.sigma - Float(side * side - 1) / 12
                let sigma = Swift.max(0, variance).squareRoot() / Float(side)
                guard let blur = try? GaussianBlur(sigma: sigma, edge: blur.edge) else {
                    return nil
                }
                filters.append(.blur(blur))
            case .boxBlur(let blur):
                let sigma = blur.sigma / Float(side)
                guard let blur = try? BoxBlur(sigma: sigma, kind: blur.kind, edge: blur.edge)
                else { return nil }
                filters.append(.boxBlur(blur))
            case .pixelate(let length): filters.append(.pixelate(Swift.max(1, length / side)))
            case .color, .luminanceCurve, .channelCurve, .tint, .vignette, .averageColor, .magnify:
                filters.append(filter)
            case .variableBlur, .motionBlur, .zoomBlur, .dropShadow: return nil
            }
        }
        return filters.filter { !$0.isIdentity }
    }
}

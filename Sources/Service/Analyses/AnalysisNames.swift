// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

/// The cache key of an analysis of the contrast of text on materials over a picture.
struct AnalysisName: AnalysisIdentity {
    /// The digest of the picture.
    let source: Digest
    /// The text style and the contrast that the text must reach.
    let goal: LegibilityGoal
    /// The bounds of the material and of the text, each as x, y, width and height in pixels.
    let areas: [Int]
    /// The color behind transparent pixels of the picture.
    let background: Color
    /// The crops, turns and resizings of the picture before the material is placed on it.
    let reshapings: [Reshaping]
    /// The kinds of damage in the file that are tolerated.
    let damage: DamagePolicy
    /// The frame or page of the file, and the size at which a drawing is drawn.
    let selection: PictureSelection

    init(_ analysis: LegibilityAnalysis, of source: Digest) {
        self.source = source
        goal = analysis.goal
        background = analysis.background
        reshapings = analysis.reshapings
        damage = analysis.source.damage
        selection = analysis.source.selection
        areas = [analysis.pane, analysis.box].flatMap {
            [$0.x, $0.y, $0.size.width, $0.size.height]
        }
    }
}

/// The cache key of an analysis that finds a picture's borders and the part that draws attention.
struct GeometryName: AnalysisIdentity {
    /// The digest of the picture.
    let source: Digest
    /// The requested crop and size, parts of which depend on the analysis.
    let geometry: Geometry
    /// The pixels per point of the screen.
    let scale: Double
    /// The width of the picture on the client's page, in pixels; nil if the geometry ignores it.
    let clientWidth: Int?
    /// The kinds of damage in the file that are tolerated.
    let damage: DamagePolicy
    /// The frame or page of the file, and the size at which a drawing is drawn.
    let selection: PictureSelection
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects

/// A suggestion for an unknown name of a parameter, or for a value that is spelled differently.
package enum Suggestion {
    /// Names that other image services use for the same parameters.
    private static let synonyms: [String: RenderParameter] = [
        "sigma": .blur, "blur_radius": .blur, "saturation": .saturate, "sat": .saturate,
        "fm": .format, "fmt": .format, "output": .format, "type": .format, "bg": .background,
        "edges": .edge, "edgemode": .edge,
        "style": .material, "theme": .appearance, "dpr": .scale,
        "filters": .filter, "effect": .filter, "css": .filter,
        "w": .width, "h": .height, "max-width": .width, "max-height": .height, "maxwidth": .width,
        "maxheight": .height, "object-fit": .fit, "contentmode": .fit,
        "object-position": .position, "fp": .focus, "fp-x": .focus,
        "smart": .focus, "smartcrop": .focus, "enlarge": .upscale,
        "el": .upscale, "rect": .crop,
        "extract": .crop, "area": .crop, "rot": .rotate, "rotation": .rotate, "angle": .rotate,
        "or": .rotate, "orient": .rotate, "flop": .flip, "kernel-resize": .resample,
        "straighten": .rotateMode, "interpolation": .resample, "resampling": .resample,
        "tilt": .rotate, "page": .frame, "pages": .frame, "pg": .frame,
        "icc": .profile, "colorspace": .profile, "corner-radius": .corner, "clip-path": .clip,
    ]

    /// Such names for the options of encoders.
    private static let optionSynonyms: [String: EncoderOption] = [
        "q": .quality, "optimise": .optimize, "optimized": .optimize, "interlace": .progressive,
        "level": .compression, "chroma": .subsampling,
    ]

    /// Words with a meaning of their own that only look like the name of a parameter.
    private static let otherWords: Set<String> = [
        "drop", "trace", "mark", "map", "fix", "hit", "lit", "text-align", "next", "test", "task",
        "font", "fill", "film", "tile", "tone", "size", "page-size", "lossy", "foil", "form", "pan",
        "mesh",
    ]

    /// Finds the name of the parameter that an unknown name probably means; nil if none is near.
    ///
    /// A suggestion has the same meaning: words for something else get an advice, or nothing.
    package static func nearest(to text: String) -> String? {
        let name = text.lowercased()
        if let known = synonyms[name]?.name ?? optionSynonyms[name]?.name { return known }
        guard !otherWords.contains(name) else { return nil }
        return Spelling.nearest(
            to: text,
            among: RenderParameter.table.map(\.name) + [PresetParameter.name]
        )
    }
}

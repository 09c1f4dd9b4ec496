// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A render that decodes, blurs and encodes the planes of a JPEG separately, without making pixels.
///
/// Both a blur and the conversion between YCbCr and RGB are linear, so planes may be blurred
/// instead of pixels. Color planes, which often have half of the rows and columns, need not be
/// enlarged for it. Color filters come after the blur and happen at low resolution, where
/// samples are few and neighbors differ little. So does turning the image, between the two halves
/// of the blur.
///
/// Pixels are made only where a blur of planes would not be the blur of pixels: where colors of the
/// source leave RGB (``ColorLimits``), and where color filters are not linear (``PixelColors``).
/// Only one thing differs from the route in bands: the color of a pixel is not rounded to 8 bits
/// between decoder and blur.
struct PlaneRoute: Sendable {
    /// The planes of the source file.
    let input: JPEGPlanes

    /// The Exif orientation of the image, turned upright at low resolution.
    let orientation: Orientation

    /// The encoding options of the result.
    let options: JPEGOptions

    /// The planes of the JPEG that is written.
    let output: JPEGPlanes

    /// The reduction of each plane to low resolution, the first half of its blur, in the
    /// orientation of the file.
    let reductions: [PlanePlan]

    /// For each plane, the reduction of the corrections for clipped colors to low resolution, in
    /// the file orientation.
    let changes: [PlanePlan]

    /// The enlargement of each upright plane from low resolution, the second half of its blur.
    let expansions: [PlanePlan]

    /// The color filters, applied at low resolution.
    let color: PlaneColor

    /// Whether the second half of the blur writes blocks of coefficients, instead of samples that
    /// libjpeg transforms.
    ///
    /// It does where low-resolution samples are far enough apart, and where the file has one scan
    /// and standard tables, so that rows can be coded as they come.
    let writesBlocks: Bool

    /// Plans a render of planes without pixels; nil where the render needs pixels.
    ///
    /// It needs none when the image is a JPEG in YCbCr or gray, when the plan is a blur without
    /// alpha that is strong enough for low resolution, followed only by color filters, and when the
    /// result is a JPEG.
    ///
    /// - Parameters:
    ///   - header: The image.
    ///   - plan: The steps that are applied to it.
    ///   - options: The result format.
    ///   - usesBlocks: Whether blocks of coefficients may be written instead of samples.
    ///   - isOutline: Whether to leave out the weights of the blur. The route can then be priced,
    ///     but not taken.
    init?(
        header: ImageHeader,
        plan: Plan,
        output options: OutputOptions,
        usesBlocks: Bool,
        isOutline: Bool = false
    ) {
        guard let input = header.planes,
            case .jpeg(let options) = options.encoding, !options.dither,
            let filters = plan.filters, case .blur(let blur)? = filters.first,
            Self.edges.contains(blur.edge),
            let color = PlaneColor(filters.dropFirst(), isColor: header.layout.isColor)
        else { return nil }
        guard input.hasUsualSampling else { return nil }
        let output = JPEGPlanes(options, size: header.size, layout: header.layout)
        // A plane whose last sample lies half outside of the image would be mirrored at another
        // place.
        guard blur.edge != .mirror || input.hasWholeSamples() else { return nil }
        let blurs = PlaneBlurs(
            blur,
            from: input,
            to: output,
            header.orientation,
            isOutline: isOutline
        )
        guard let blurs else { return nil }
        self.input = input
        orientation = header.orientation
        self.options = options
        self.output = output
        reductions = blurs.reductions
        changes = blurs.changes
        expansions = blurs.expansions
        self.color = color
        writesBlocks =
            usesBlocks && JPEGBlockEncoder.fits(options)
            && expansions.allSatisfy(BlockExpansion.fits)
    }

    /// The edge modes that need only the samples of the plane itself.
    private static let edges: Set<EdgeMode> = [.clamp, .mirror]

    /// The layout of a band that holds the low-resolution rows: one channel for each plane.
    var lowLayout: ChannelLayout { input.components.count == 1 ? .gray : .rgb }

    /// The number of low-resolution rows to make at a time: one band, but at least one row.
    var lowRowCount: Int { max(1, bandHeight / expansions[0].step) }

    /// The number of groups of rows that are kept in memory.
    ///
    /// The filter of one plane may reach one low-resolution row further than another filter, and
    /// the filter of corrections one more. So the planes are up to two low-resolution rows apart,
    /// and one group more when a low-resolution row begins inside a group. Colors are clipped one
    /// group behind.
    var keptGroupCount: Int {
        (3 * reductions[0].step + input.groupHeight - 1) / input.groupHeight + 3
    }

    /// The image size at low resolution, in the file orientation.
    var reducedSize: PixelSize {
        PixelSize(width: reductions[0].lowWidth, height: reductions[0].lowRows.count)
    }
}

extension JPEGPlanes {
    /// Whether luma has a sample for each pixel, and both color planes have the same sampling.
    var hasUsualSampling: Bool {
        let luma = shape(of: 0)
        return luma.horizontalPitch == 1 && luma.verticalPitch == 1
            && (components.count == 1 || components[1] == components[2])
    }
}

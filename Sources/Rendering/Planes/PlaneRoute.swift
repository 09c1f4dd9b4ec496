// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A render that leaves a JPEG's planes as they are: decoded, blurred and encoded one by one.
///
/// To blur is linear, and so is the conversion between YCbCr and RGB, so planes may be blurred
/// instead of pixels. Planes of color, which often have half of the rows and columns, need not be
/// enlarged for that. What comes after the blur is done at low resolution, where nothing changes
/// from one sample to the next but slowly, and where there are few of them; so is what comes before
/// it, to turn the picture.
///
/// What is lost is the rounding to 8 bits of each pixel's color between decoder and blur, that
/// colors which no RGB has are averaged before they are limited, not after, and that planes with
/// less than half of the samples are enlarged as smoothly as others.
struct PlaneRoute: Sendable {
    /// The planes that the file stores.
    let input: JPEGPlanes

    /// How they are turned, at low resolution.
    let orientation: Orientation

    /// How the result is written down.
    let options: JPEGOptions

    /// The planes of the result.
    let output: JPEGPlanes

    /// The first half of the blur of each plane, as the file stores it.
    let reductions: [PlanePlan]

    /// The second half of the blur of each plane, upright.
    let expansions: [PlanePlan]

    /// What is done at low resolution.
    let color: PlaneColor

    /// Whether the second half of the blur makes blocks of coefficients, as they are stored, rather
    /// than samples for the library to transform.
    ///
    /// It does where low samples are far enough apart, and where the file takes what comes as it
    /// comes: in one scan, with tables that do not depend on the picture.
    let writesBlocks: Bool

    /// Finds out whether a render can go this way.
    ///
    /// It can when the picture is a JPEG of YCbCr or gray, when the plan is a blur strong enough to
    /// be made at low resolution, which needs no alpha, and after it nothing but changes of color,
    /// and when the result is a JPEG.
    ///
    /// - Parameters:
    ///   - header: The picture.
    ///   - plan: What is done to it.
    ///   - options: How the result is written down.
    ///   - usesBlocks: Whether blocks may be made instead of samples.
    init?(header: ImageHeader, plan: Plan, output options: OutputOptions, usesBlocks: Bool) {
        guard let input = header.planes,
            case .jpeg(let options) = options.encoding, !options.dither,
            let filters = plan.filters, case .blur(let blur)? = filters.first,
            Self.edges.contains(blur.edge),
            let color = PlaneColor(filters.dropFirst(), isColor: header.layout.isColor)
        else { return nil }
        let output = JPEGPlanes(options, size: header.size, layout: header.layout)
        // A plane whose last sample lies half beyond the edge is mirrored elsewhere than the picture.
        guard blur.edge != .mirror || input.hasWholeSamples() else { return nil }
        let blurs = PlaneBlurs(blur, from: input, to: output, header.orientation)
        guard let blurs else { return nil }
        self.input = input
        orientation = header.orientation
        self.options = options
        self.output = output
        reductions = blurs.reductions
        expansions = blurs.expansions
        self.color = color
        writesBlocks =
            usesBlocks && JPEGBlockEncoder.fits(options)
            && expansions.allSatisfy(BlockExpansion.fits)
    }

    /// Edge modes that take no more than the plane itself.
    private static let edges: Set<EdgeMode> = [.clamp, .mirror]

    /// The planes as channels of a band.
    var lowLayout: ChannelLayout { input.components.count == 1 ? .gray : .rgb }

    /// How many low rows are made at once: those of a band, or one.
    var lowRowCount: Int { max(1, bandHeight / expansions[0].step) }

    /// The extent of all low rows, as the file stores the picture.
    var reducedSize: PixelSize {
        PixelSize(width: reductions[0].lowWidth, height: reductions[0].lowRows.count)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// One stage of a pipeline before it is built: what it does and what comes out of it.
///
/// Stages are planned first and built later, so that size, memory and cost of a render are known
/// before anything is allocated for it.
struct PlannedStage: Hashable, Sendable {
    /// What a stage does.
    enum Operation: Hashable, Sendable {
        /// Turns the picture left to right.
        case mirror
        /// Turns the picture in a way that needs all of it.
        case orient(Orientation, SampleDepth)
        /// Adds channels: color for gray, an opaque alpha.
        case convert
        /// Multiplies color by alpha.
        case premultiply
        /// Blurs premultiplied color.
        case blur(BlurGeometry)
        /// Blurs premultiplied color by three boxes.
        case boxBlur(BoxKernel, EdgeMode)
        /// Takes the means of squares around each premultiplied pixel, of a radius, in 8 bits.
        case byteBox(Int)
        /// Blurs premultiplied color as strongly as a mask says, whose file says this of itself.
        case variableBlur(VariableBlur, ImageHeader)
        /// Takes means of premultiplied color along lines.
        case motionBlur(MotionBlur)
        /// Takes means of premultiplied color along lines towards a point.
        case zoomBlur(ZoomBlur)
        /// Magnifies premultiplied pixels about the center.
        case magnify(Magnification)
        /// Divides color by alpha.
        case unpremultiply
        /// Mixes the channels of straight color.
        case mix(ColorMatrix)
        /// Remaps luminance of straight color.
        case remap(LuminanceCurve)
        /// Remaps each channel of straight color.
        case remapChannels(ChannelCurve)
        /// Takes the means of squares of premultiplied pixels, of a side.
        case reduce(Int)
        /// Lets each straight pixel stand for a square of a side.
        case replicate(Int)
        /// Lays panes on straight color.
        case panes([PlannedPane])
        /// Lays the picture over the shadow of its alpha.
        case shadow(DropShadow)
        /// Makes the picture transparent towards its corners.
        case fade(Vignette)
        /// Lays the picture, small, under many effects out on a sheet; the extent is the whole's.
        case gallery(Gallery, of: PixelSize)
        /// Lays the picture over an opaque color, which removes alpha.
        case flatten(Color)
    }

    /// What the stage does.
    let operation: Operation

    /// The extent of what comes out.
    let size: PixelSize

    /// The channels of what comes out.
    let layout: ChannelLayout

    /// The extent of what goes in.
    let inputSize: PixelSize

    /// The channels of what goes in.
    let inputLayout: ChannelLayout

    /// The bytes that the stage keeps.
    var byteCount: Int {
        let band = Band<Straight>.byteCount(
            layout: inputLayout,
            width: inputSize.width,
            capacity: bandHeight
        )
        switch operation {
        case .mirror, .premultiply, .unpremultiply, .mix, .remap, .remapChannels, .fade:
            return 0
        case .orient(_, .eight):
            return StoredPicture<UInt8>.byteCount(size: inputSize, layout: inputLayout) + band
        case .orient(_, .sixteen):
            return StoredPicture<UInt16>.byteCount(size: inputSize, layout: inputLayout) + band
        case .convert, .replicate, .flatten:
            return band
        case .gallery(let gallery, let whole):
            return GalleryStage.byteCount(gallery, of: whole)
        case .reduce(let side):
            return SquareReduction.byteCount(size: inputSize, layout: inputLayout, side: side)
                + band
        case .shadow(let shadow):
            return ShadowStage.byteCount(shadow, size: size, layout: layout)
        case .boxBlur(let kernel, _):
            return BoxBlurStage.byteCount(kernel, size: size, layout: layout)
        case .byteBox(let radius):
            return ByteBoxStage.byteCount(radius, size: size, layout: layout)
        case .variableBlur(let blur, _):
            return VariableBlurStage.byteCount(blur, size: size, layout: layout)
        case .motionBlur(let blur):
            return MotionBlurStage.byteCount(blur, size: size, layout: layout)
        case .zoomBlur(let blur):
            return ZoomBlurStage.byteCount(blur, size: size, layout: layout)
        case .magnify(let magnification):
            return MagnifyingStage.byteCount(magnification, size: size, layout: layout)
        case .blur(let geometry):
            return geometry.workingByteCount(channels: inputLayout.channelCount) + band
        case .panes(let panes):
            return panes.reduce(band * waitingBandCount(panes)) { $0 + $1.byteCount }
        }
    }

    /// The most bytes that the stage takes at one time before its first row, and frees again; stages
    /// do so one after the other.
    var passingByteCount: Int {
        switch operation {
        case .panes(let panes):
            return panes.reduce(0) { max($0, $1.passingByteCount) }
        case .variableBlur(let blur, let mask):
            return MaskPlane.passingByteCount(blur.mask, mask, size: size)
        default:
            return 0
        }
    }

    /// The work that the stage does, in passes over a sample.
    var work: Int {
        let samples = size.pixelCount * layout.channelCount
        return switch operation {
        case .mirror, .convert, .premultiply, .mix, .remap, .remapChannels, .replicate, .flatten:
            samples
        case .gallery(let gallery, let whole):
            samples + GalleryStage.work(gallery, of: whole)
        case .orient, .unpremultiply:
            2 * samples
        case .reduce:
            inputSize.pixelCount * layout.channelCount
        case .blur:
            (inputSize.pixelCount + size.pixelCount) * layout.channelCount * 2
        case .panes(let panes):
            panes.reduce(0) { $0 + $1.work }
        case .fade:
            4 * size.pixelCount
        case .magnify:
            4 * samples
        case .shadow:
            samples + 10 * size.pixelCount
        case .boxBlur:
            12 * samples
        case .byteBox:
            8 * samples
        case .variableBlur(let blur, let mask):
            VariableBlurStage.passes(blur) * samples
                + MaskPlane.work(blur.mask, mask, size: size)
        case .motionBlur(let blur):
            MotionBlurStage.passes(blur) * samples
        case .zoomBlur(let blur):
            ZoomBlurStage.passes(blur, size: size) * samples
        }
    }
}

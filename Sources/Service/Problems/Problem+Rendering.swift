// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPTypes
import Raster
import Rendering
import Typesetting

extension UnsupportedFeature {
    /// The way around the feature, as a sentence; nil where none is known.
    var cure: String? {
        switch self {
        case .precision, .losslessCoding, .hierarchicalCoding, .componentCount, .sampling, .process,
            .deferredHeight, .planes:
            "Save it again as a baseline JPEG."
        case .criticalChunk: "Save it again as an ordinary PNG."
        case .phoneOptimized:
            "Restore it by 'pngcrush -revert-iphone-optimizations' of Xcode, or take it from the source of the "
                + "app."
        case .perceptualQuantizer, .hybridLogGamma:
            "Convert it to standard dynamic range, such as sRGB."
        case .drawnPart: "Convert its texts to paths, and its images to PNG or JPEG."
        case .nesting, .longText: "Simplify the drawing, or save it as a PNG."
        case .floatingPoint, .signedSamples: "Save it again with unsigned samples of 8 or 16 bits."
        case .unknownToLibrary, .memory: nil
        }
    }
}

extension Problem {
    /// Creates the problem for a rendering that has failed.
    init(_ error: RenderError) {
        switch error {
        case .codec(let error): self.init(error)
        case .resultTooLarge(let size):
            self.init(
                .imageTooLarge,
                "The result would have \(size.width) × \(size.height) pixels."
            )
        case .cancelled, .sinkClosed:
            // Only a request that joined just as all others left receives this.
            self.init(.saturated, "The rendering was cancelled. Try again.")
            self = retrying(after: .zero)
        case .deadlineExceeded:
            self.init(.deadlineExceeded, "The rendering was not finished in time.")
        case .text(let error): self.init(error)
        case .plan: self.init(.internalError, "The plan cannot be applied to the image.")
        }
    }

    /// Creates the problem for a text that cannot be drawn.
    init(_ error: TypesettingError) {
        switch error {
        case .unavailable: self.init(.notImplemented, error.description)
        case .processUnavailable:
            self.init(.saturated, error.description)
            // No other process is tried for two seconds.
            self = retrying(after: .seconds(2))
        case .outOfMemory, .fontsChanged, .interrupted:
            self.init(.saturated, error.description)
            self = retrying(after: .zero)
        case .failed: self.init(.internalError, error.description)
        case .textTooLong(let limit):
            self.init(.unrenderableText, error.description)
            allowed = "up to \(limit) characters"
        case .emptyText, .controlCharacter, .malformedFamily, .unknownFamily, .missingGlyph,
            .outOfRange, .breaksLibraries:
            self.init(.unrenderableText, error.description)
        }
    }

    /// The cure of a damage that leaves a part of the picture; none where it would not help.
    private static func cureOfDamage(_ format: ImageFormat?) -> String {
        switch format {
        case .jpeg, .png: "; with damage=partial, it is rendered as far as it can be read."
        case .gif, .apng, .webp, .heic, .avif, .tiff, .bmp, .ico, .pdf, .jpegXL, .jpeg2000, .psd,
            .mng, .svg, .raw, nil:
            "."
        }
    }

    /// Creates the problem for a picture that cannot be decoded or encoded.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - format: The format of the picture, if it is known.
    init(_ error: CodecError, of format: ImageFormat? = nil) {
        switch error {
        case .unsupportedFormat(let format):
            self.init(UploadError.notAnImage(format.map(ContentFinding.format) ?? .unknown))
        case .codecNotInstalled(let format):
            let package = ForeignCodecHost.package(of: format)
            self.init(
                .codecNotInstalled,
                "The library for \(format.name) is not installed"
                    + (package.map { ": its Debian package is \($0)." } ?? ".")
            )
        case .codecUnavailable(let format, let outage):
            let words = outage.words(format)
            self.init(.codecUnavailable, words.prefix(1).uppercased() + words.dropFirst() + ".")
            // What kills a process may pass; what keeps one from starting does not.
            if case .killed = outage { self = retrying(after: .seconds(1)) }
        case .noSuchFrame(let count):
            let whole = count.map { $0 == 1 ? "one frame" : "\($0) frames" } ?? "fewer frames"
            self.init(.noSuchFrame, "The image has \(whole).")
        case .unsupportedFeature(let feature):
            self.init(
                .unsupportedImageFeature,
                "The image has \(feature.words): this is not supported."
                    + (feature.cure.map { " \($0)" } ?? "")
            )
        case .truncated:
            self.init(.damagedImage, "The image ends too early" + Self.cureOfDamage(format))
        case .corrupt(.structure(let offset)):
            self.init(.damagedImage, "The image is damaged at byte \(offset).")
        case .corrupt(.dimensions):
            self.init(.damagedImage, "The image is damaged: its width or height is impossible.")
        case .corrupt(.pixels(let rowsDecoded)):
            self.init(
                .damagedImage,
                rowsDecoded > 0
                    ? "The image is damaged after row \(rowsDecoded)" + Self.cureOfDamage(format)
                    : "The image is damaged: none of its pixels can be read."
            )
        case .corrupt(.refused(.missingPixels)):
            self.init(
                .damagedImage,
                "A frame after the first one is damaged; with damage=partial, it is rendered as far as it can be "
                    + "read, and with frames=1, the first one is."
            )
        case .corrupt(.refused(let damage)):
            self.init(
                .damagedImage,
                "The image is damaged: \(damage.rawValue). It is accepted with damage=warn."
            )
        case .animated:
            self.init(.animatedImage, "Animations and files of several images are not rendered.")
        case .sideTooLong(let size, let limit):
            self.init(.imageTooLarge, "The image has \(size.width) × \(size.height) pixels.")
            allowed = "up to \(limit) pixels a side"
        case .tooManyPixels(let size, let limit):
            self.init(.imageTooLarge, "The image has \(size.width) × \(size.height) pixels.")
            allowed = "up to \(limit) pixels"
        case .tooManyFramePixels(let count, let frames, let limit):
            self.init(
                .imageTooLarge,
                "The \(frames) frames of the animation have \(count) pixels together."
            )
            allowed = "up to \(limit) pixels in all frames; frames=1 renders the first one"
        case .tooManyScans(let limit):
            self.init(.unsupportedImageFeature, "The JPEG has more than \(limit) scans.")
        case .headerTooLong(let limit):
            self.init(.unsupportedImageFeature, "More than \(limit) bytes precede the pixels.")
        case .tooManySegments(let limit):
            self.init(.unsupportedImageFeature, "The image has more than \(limit) segments.")
        case .profileTooLarge(let limit):
            self.init(.unsupportedImageFeature, "The color profile exceeds \(limit) bytes.")
        case .outOfMemory:
            self.init(.saturated, "There is not enough memory at the moment.")
            self = retrying(after: .zero)
        case .tooMuchWork:
            self.init(
                .tooCostly,
                "The image takes far more CPU time than its size suggests. Simplify it, or "
                    + "use a smaller image or a lower effort."
            )
        case .sourceFailed, .sinkClosed, .interrupted, .encoderFailed:
            self.init(.internalError, "The image could not be written.")
        }
    }

    /// Creates the problem for a rendering that would take too much memory or work.
    private init(_ excess: PriceExcess) {
        let cure =
            excess.isMostlyDecoding
            ? "Decoding takes most of that: send a smaller image."
            : "Send a smaller image, or use fewer filters or panes."
        switch excess.resource {
        case .memory:
            self.init(
                .tooCostly,
                "The rendering would take \(excess.price) bytes of memory. \(cure)"
            )
            allowed = "up to \(excess.limit) bytes of memory"
        case .work:
            self.init(
                .tooCostly,
                "The rendering would take \(excess.price) units of work. \(cure)"
            )
            allowed = "up to \(excess.limit) units of work"
        }
    }

    /// Creates the problem for a rendering that was refused a worker.
    init(_ error: AdmissionError) {
        switch error {
        case .saturated(let expectedWait):
            self.init(.saturated, "The queue is full.")
            self = retrying(after: expectedWait)
        case .waitedTooLong:
            self.init(.saturated, "The rendering waited too long for a worker.")
            self = retrying(after: .seconds(1))
        case .tooCostly(let excess): self.init(excess)
        case .cancelled:
            self.init(.saturated, "The rendering was cancelled. Try again.")
            self = retrying(after: .zero)
        case .shuttingDown:
            self.init(.shuttingDown, "The server is shutting down.")
            self = retrying(after: .seconds(1))
        }
    }
}

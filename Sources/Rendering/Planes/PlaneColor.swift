// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// What is done to planes at low resolution: changes of color, and the step to what bytes store.
///
/// Changes of color are defined on RGB, and limited to it, so YCbCr becomes RGB for them, and YCbCr
/// again. Low samples come as 257 times what a byte stores, and go as 256 times that.
///
/// Reference: ITU-T T.871, 7.
struct PlaneColor: Hashable, Sendable {
    /// A change whose result is limited.
    private enum Change: Hashable {
        case matrix(ColorMatrix)
        case curve(LuminanceCurve)
        case channels(ChannelCurve)

        var greatestSlope: Double {
            switch self {
            case .matrix(let matrix): matrix.greatestSlope
            case .curve(let curve): curve.greatestSlope
            case .channels(let curve): curve.greatestSlope
            }
        }
    }

    /// The greatest slope of all changes together that is left to low samples.
    ///
    /// With more, photos come out less than 45 dB from what is made pixel by pixel. It takes
    /// `contrast(2.5)` and `saturate(3)`, and each material's colors.
    static let slopeLimit = 2.5

    /// The changes in the order of their application.
    private let changes: [Change]

    /// Prepares changes of color; nil if one of the steps is something else, if what comes out has
    /// other channels than what goes in, or if together they are steeper than ``slopeLimit``.
    ///
    /// - Parameters:
    ///   - steps: The changes, in order.
    ///   - isColor: Whether there are three planes.
    init?(_ steps: some Sequence<Filter>, isColor: Bool) {
        var changes: [Change] = []
        for step in ColorStep.folding(steps) {
            switch step {
            case .matrix(let matrix):
                guard matrix.keepsOpaque, isColor || matrix.mapsGrayToGray else { return nil }
                // What keeps gray has nothing to do where there is no color.
                if isColor || !matrix.preservesColorOfGray { changes.append(.matrix(matrix)) }
            case .other(.luminanceCurve(let curve)):
                changes.append(.curve(curve))
            case .other(.channelCurve(let curve)):
                changes.append(.channels(curve))
            case .other:
                return nil
            }
        }
        guard changes.reduce(1, { $0 * $1.greatestSlope }) <= Self.slopeLimit else { return nil }
        if changes.isEmpty {
            self.changes = [.matrix(Self.bytes)]
        } else if isColor {
            self.changes = Self.betweenPlanes(changes)
        } else {
            self.changes = changes + [.matrix(Self.bytes)]
        }
    }

    /// Changes between the steps from planes to RGB and back.
    private static func betweenPlanes(_ changes: [Change]) -> [Change] {
        let back = Change.matrix(bytes * planesFromRGB)
        guard case .matrix(let first)? = changes.first else {
            return [.matrix(rgbFromPlanes)] + changes + [back]
        }
        return [.matrix(first * rgbFromPlanes)] + changes.dropFirst() + [back]
    }

    /// Changes all rows of a band of low samples.
    func apply(to band: inout Band<Straight>) {
        for change in changes {
            switch change {
            case .matrix(let matrix): band.apply(matrix)
            case .curve(let curve): band.apply(curve)
            case .channels(let curve): band.apply(curve)
            }
        }
    }

    // MARK: Matrices

    /// From 257 times a byte to 256 times a byte.
    private static let bytes: ColorMatrix = {
        let scale = 256.0 / 257
        return ColorMatrix(
            red: .init(scale, 0, 0),
            green: .init(0, scale, 0),
            blue: .init(0, 0, scale)
        )
    }()

    /// Where the planes of color have their zero.
    private static let zero = 128.0 / 255

    private static let rgbFromPlanes: ColorMatrix = {
        func row(_ cb: Double, _ cr: Double) -> ColorMatrix.Row {
            .init(1, cb, cr, 0, -(cb + cr) * zero)
        }
        return ColorMatrix(
            red: row(0, 1.402),
            green: row(-0.114 * 1.772 / 0.587, -0.299 * 1.402 / 0.587),
            blue: row(1.772, 0)
        )
    }()

    private static let planesFromRGB = ColorMatrix(
        red: .init(0.299, 0.587, 0.114),
        green: .init(-0.299 / 1.772, -0.587 / 1.772, 0.886 / 1.772, 0, zero),
        blue: .init(0.701 / 1.402, -0.587 / 1.402, -0.114 / 1.402, 0, zero)
    )
}

// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
public import Rendering

extension RenderParameters {
    /// The steps that the parameters ask for.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:value:)``; never for values that were read by
    ///   ``init(_:)``, whose ranges are those of the effects.
    public func plan() throws(ParameterError) -> Plan {
        do throws(EffectError) {
            return Plan(
                blur: try GaussianBlur(sigma: Float(blur), edge: edge),
                saturate: try Saturation(amount: saturate)
            )
        } catch {
            switch error {
            case .outOfRange(.saturate): throw .outOfRange(.saturate, value: String(saturate))
            case .outOfRange, .unsupportedEdge: throw .outOfRange(.blur, value: String(blur))
            }
        }
    }

    /// How a result is written down in a format.
    ///
    /// - Parameter format: The format that ``format`` stands for.
    /// - Returns: The options of that format; those of the other have no part in it.
    public func output(as format: ImageFormat) -> OutputOptions {
        switch format {
        case .jpeg:
            OutputOptions(
                encoding: .jpeg(
                    JPEGOptions(
                        quality: quality,
                        subsampling: keepsChroma ? .s444 : .s420,
                        progressive: isProgressive,
                        optimized: isOptimized,
                        dither: dithers
                    )
                ),
                background: background
            )
        case .png:
            OutputOptions(encoding: .png(PNGOptions(compression: compression, dither: dithers)))
        }
    }
}

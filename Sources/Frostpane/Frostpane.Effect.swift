// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster
import Rendering

extension Frostpane {
    /// An effect to render on an image: a blur, CSS filters, a material, or a scene of panes.
    public struct Effect: Sendable {
        /// Makes the list of filters and panes to render on an image of a given size.
        let plan: @Sendable (_ size: PixelSize) throws(Failure) -> Plan

        /// The PNG or JPEG files that the effect draws in addition to the rendered image, by their
        /// identifiers.
        private(set) var pictures: [ResourceID: [UInt8]] = [:]

        private init(_ plan: @escaping @Sendable (PixelSize) throws(Failure) -> Plan) {
            self.plan = plan
        }

        private init(
            _ filters: @escaping @Sendable () throws(EffectError) -> [Filter]
        ) {
            self.init { _ throws(Failure) in
                do throws(EffectError) {
                    return Plan(filters: try filters())
                } catch {
                    throw Failure(error)
                }
            }
        }

        /// A Gaussian blur followed by a change of saturation, as in CSS.
        ///
        /// - Parameters:
        ///   - sigma: The standard deviation in pixels, from 0 to 1000.
        ///   - saturation: The multiplier of saturation: 0 is gray, 1 is unchanged.
        ///   - edge: The pixels assumed beyond the image.
        /// - Returns: The effect.
        public static func blur(
            _ sigma: Double,
            saturation: Double = 1,
            edge: EdgeMode = .clamp
        ) -> Effect {
            Effect { () throws(EffectError) in
                [
                    try BlurKernel.gaussian.filter(sigma: Float(sigma), edge: edge),
                    .color(.saturate(try Saturation(amount: saturation).amount)),
                ]
            }
        }

        /// A list of CSS filters, applied in their order, such as `blur(12px) saturate(180%)`.
        ///
        /// - Parameters:
        ///   - list: The value of the property `filter` of CSS.
        ///   - edge: The pixels that blurs assume beyond the image.
        ///   - scale: The pixels per point, for lengths in `pt`.
        /// - Returns: The effect.
        public static func filter(
            _ list: String,
            edge: EdgeMode = .clamp,
            scale: Double = 1
        ) -> Effect {
            Effect { _ throws(Failure) in
                do {
                    let filters = try FilterList(list).scaled(by: scale)
                    return Plan(filters: try filters.filters(edge: edge))
                } catch let error as FilterListError {
                    throw Failure(.effect, error.description)
                } catch let error as EffectError {
                    throw Failure(error)
                } catch {
                    throw Failure(.program, "\(error)")
                }
            }
        }

        /// One of the materials of Apple's systems, applied to the whole image.
        ///
        /// - Parameters:
        ///   - style: The material.
        ///   - traits: The screen traits.
        ///   - tint: The color of a material that takes one.
        /// - Returns: The effect.
        public static func material(
            _ style: MaterialStyle,
            _ traits: Traits = Traits(),
            tint: StraightColor? = nil
        ) -> Effect {
            Effect { () throws(EffectError) in style.filters(traits, tint: tint) }
        }

        /// A scene of panes over the image, each with its effect, its texts and its images.
        ///
        /// - Parameters:
        ///   - scene: The panes. Texts need Pango and fonts on the machine.
        ///   - traits: The screen traits, with the pixels per point.
        ///   - pictures: The PNG or JPEG files of the masks and contents, by the identifiers that the
        ///     scene has for them.
        /// - Returns: The effect.
        public static func scene(
            _ scene: Scene,
            _ traits: Traits = Traits(),
            pictures: [ResourceID: [UInt8]] = [:]
        ) -> Effect {
            var effect = Effect { size throws(Failure) in
                do throws(SceneError) {
                    return try scene.plan(size: size, traits: traits)
                } catch {
                    throw Failure(.effect, "\(error.place): \(error.rule)")
                }
            }
            effect.pictures = pictures
            return effect
        }

        /// A contact sheet of all materials on the image, with their names; it needs Pango and fonts.
        ///
        /// - Parameter traits: The screen traits; both appearances are shown.
        /// - Returns: The effect.
        public static func gallery(_ traits: Traits = Traits()) -> Effect {
            Effect { size throws(Failure) in
                Plan([.gallery(Gallery(materialsOn: size, traits: traits))])
            }
        }
    }
}

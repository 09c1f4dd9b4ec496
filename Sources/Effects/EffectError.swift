// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A reason why an effect cannot be created from the given values.
package enum EffectError: Error, Hashable, Sendable {
    /// A number lies outside the range of its parameter, or is not a number.
    case outOfRange(parameter: Parameter)
    /// The kind of blur does not support the edge mode.
    case unsupportedEdge(EdgeMode)

    /// A parameter of an effect, as named in errors; each effect declares its parameters in its own
    /// file.
    package struct Parameter: Hashable, Sendable {
        /// The parameter's name, such as `zoomBlur`.
        package let name: String

        init(_ name: String) { self.name = name }
    }
}

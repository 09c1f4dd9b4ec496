// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A reason why an effect cannot be created from the given values.
public enum EffectError: Error, Hashable, Sendable {
    /// A number lies outside the range of its parameter, or is not a number.
    case outOfRange(parameter: Parameter)
    /// The kind of blur does not support the edge mode.
    case unsupportedEdge(EdgeMode)

    /// A numeric parameter of an effect; each effect declares its parameters in its own file.
    public struct Parameter: Hashable, Sendable {
        /// The name of the effect.
        public let name: String

        init(_ name: String) { self.name = name }
    }
}

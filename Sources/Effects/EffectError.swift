// SPDX-License-Identifier: Apache-2.0

/// Why an effect cannot be made from the values it was asked for.
public enum EffectError: Error, Hashable, Sendable {
    /// A number lies outside the range of its parameter, or is not a number.
    case outOfRange(parameter: Parameter)

    /// The numbers that effects take.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// The standard deviation of a Gaussian blur, in pixels.
        case blur
        /// The multiplier of saturation.
        case saturate
    }
}

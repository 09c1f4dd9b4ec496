// SPDX-License-Identifier: Apache-2.0

/// The parameter that names a preset.
enum PresetParameter {
    /// The name of the parameter.
    static let name = "preset"
}

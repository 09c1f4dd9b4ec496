// SPDX-License-Identifier: Apache-2.0

extension CatalogDocument {
    /// Creates the JSON catalog of presets, for `GET /v1/presets`.
    init(_ presets: Presets) {
        self.init(
            .object([
                ("presets", .array(presets.all.map(Self.entry))),
                ("only", .boolean(presets.isExclusive)),
            ])
        )
    }

    private static func entry(_ preset: Presets.Preset) -> JSONValue {
        .object([
            ("name", .string(preset.name)),
            ("parameters", .array(preset.pairs.map { .string("\($0.name)=\($0.value)") })),
        ])
    }
}

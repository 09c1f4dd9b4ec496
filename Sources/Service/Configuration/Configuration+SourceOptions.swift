// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    static let sourceKey = "source"

    static var sourceOptions: [ConfigurationOption] {
        [
            ConfigurationOption(
                key: sourceKey,
                placeholder: "source",
                isRepeatable: true,
                allowed: PictureSource.allowed,
                defaultText: "none",
                sentence:
                    "Folders and origins whose images are rendered at `/v1/sources/{name}/{path}/render`; nothing else is read."
            ) { values, configuration in
                let sources = values.compactMap { PictureSource($0) }
                configuration.sources = sources
                return sources.count == values.count
                    && Set(sources.map(\.name)).count == sources.count
            }
        ]
    }
}

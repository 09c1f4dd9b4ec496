// SPDX-License-Identifier: Apache-2.0

extension ForeignLibrary {
    /// Lists the library versions of formats with external codecs, such as `webp 1.2.4`, in
    /// alphabetical order.
    package static func versions(of formats: [ImageFormat]) -> [String] {
        Set(formats.filter(\.isForeign)).compactMap { format in
            ForeignCodecHost.current?.library(of: format).map { "\(format.rawValue) \($0.version)" }
        }.sorted()
    }
}

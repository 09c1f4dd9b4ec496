// SPDX-License-Identifier: Apache-2.0

import Service

/// A group of options under one title in the help of a command.
protocol OptionSection: SendableMetatype {
    /// The title.
    static var title: String { get }

    /// The options.
    static var rows: [OptionRow] { get }
}

/// The options of the server.
enum ServerSection: OptionSection {
    static let title = "Server"
    static let rows = Configuration.options.map(OptionRow.init)
}

/// The parameters of a rendering.
enum RenderingSection: OptionSection {
    static let title = "Picture"
    static let rows = [.scene] + LocalTask.rendering.parameters.map(OptionRow.init)
}

/// The parameters of a gallery.
enum GallerySection: OptionSection {
    static let title = "Picture"
    static let rows = LocalTask.gallery.parameters.map(OptionRow.init)
}

/// The parameters of an analysis.
enum LegibilitySection: OptionSection {
    static let title = "Text and material"
    static let rows = LocalTask.legibility.parameters.map(OptionRow.init)
}

/// The parameters of a placeholder.
enum PlaceholderSection: OptionSection {
    static let title = "Placeholder"
    static let rows = LocalTask.placeholder.parameters.map(OptionRow.init)
}

/// The options for files.
enum FilesSection: OptionSection {
    static let title = "Files"
    static let rows: [OptionRow] = [.into, .recursive, .noClobber, .jobs, .quiet]
}

/// The options for a report.
enum ReportSection: OptionSection {
    static let title = "Report"
    static let rows: [OptionRow] = [.json]
}

/// The options for signing addresses.
enum SigningSection: OptionSection {
    static let title = "Signature"
    static let keys = Configuration.signingKeysOption
    static let rows = [OptionRow(keys), .keyID, .expires]
}

/// The options that rendering shares with serving.
enum SharedSection: OptionSection {
    static let title = "Machine"
    static let options = Configuration.options.filter(\.isForRendering)
    static let rows = options.map(OptionRow.init)
}

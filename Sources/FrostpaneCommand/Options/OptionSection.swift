// SPDX-License-Identifier: Apache-2.0

import Service

/// A group of options under one title in command help.
protocol OptionSection: SendableMetatype {
    /// The title of the group in the help.
    static var title: String { get }

    /// The options of the group.
    static var rows: [OptionRow] { get }
}

/// The options of the server.
enum ServerSection: OptionSection {
    static let title = "Server"
    static let rows = Configuration.options.map(OptionRow.init)
}

/// The options of `render` that are parameters of a rendering.
enum RenderingSection: OptionSection {
    static let title = "Picture"
    static let rows = [.scene, .set] + LocalTask.rendering.parameters.map(OptionRow.init)
}

/// The options of `gallery` that are parameters of a contact sheet.
enum GallerySection: OptionSection {
    static let title = "Picture"
    static let rows = LocalTask.gallery.parameters.map(OptionRow.init)
}

/// The options of `legibility` that are parameters of the measurement.
enum LegibilitySection: OptionSection {
    static let title = "Text and material"
    static let rows = LocalTask.legibility.parameters.map(OptionRow.init)
}

/// The options of `placeholder` that are parameters of a placeholder.
enum PlaceholderSection: OptionSection {
    static let title = "Placeholder"
    static let rows = LocalTask.placeholder.parameters.map(OptionRow.init)
}

/// The options of `render` and `gallery` for input and output files.
enum FilesSection: OptionSection {
    static let title = "Files"
    static let rows: [OptionRow] = [.into, .recursive, .noClobber, .jobs, .quiet]
}

/// The options of `legibility` for the report format.
enum ReportSection: OptionSection {
    static let title = "Report"
    static let rows: [OptionRow] = [.json]
}

/// The options of `sign` for signing addresses.
enum SigningSection: OptionSection {
    static let title = "Signature"
    static let keys = Configuration.signingKeysOption
    static let rows = [OptionRow(keys), .keyID, .expires]
}

/// The options that `render` shares with `serve`, such as the number of workers.
enum SharedSection: OptionSection {
    static let title = "Machine"
    static let options = Configuration.options.filter(\.isForRendering)
    static let rows = options.map(OptionRow.init)
}

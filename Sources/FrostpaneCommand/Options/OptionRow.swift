// SPDX-License-Identifier: Apache-2.0

import Service

/// The description of an option, from which its parsing, help, completions and manual are made.
struct OptionRow: Sendable {
    /// The kinds of values of an option, as far as a shell can complete them.
    enum Values: Hashable, Sendable {
        /// No value: the option is a switch.
        case none
        /// One of these words, or another value.
        case words([String])
        /// The path of a file.
        case file
        /// The path of a folder.
        case folder
    }

    /// The option name, without dashes.
    let name: String

    /// The placeholder for a value of the option in the help, such as "number".
    let placeholder: String

    /// The kind of the option's values.
    let values: Values

    /// Whether the option may be repeated, each time with a further value.
    let mayRepeat: Bool

    private let allowedText: @Sendable () -> String

    /// The accepted values, in words that follow "takes".
    var allowed: String { allowedText() }

    /// A one-sentence description of the option.
    let sentence: String

    /// The default value, in words; nil for none.
    let defaultText: String?

    /// The environment variable that sets the option, if there is one.
    let environment: String?

    /// The option name with its dashes.
    var flag: String { "--\(name)" }

    /// Whether the option takes no value.
    var isSwitch: Bool { values == .none }

    /// The help text: the description, the accepted values, the environment variable and the
    /// default.
    var help: String {
        var help = sentence
        if !isSwitch { help += " Takes \(allowed)." }
        if let environment { help += " Variable: \(environment)." }
        if let defaultText, !isSwitch { help += " Default: \(defaultText)." }
        return help
    }
}

extension OptionRow {
    /// Creates an option that only the command line has, without an environment variable.
    private init(
        _ name: String,
        _ values: Values,
        placeholder: String = "",
        allowed: String = "",
        default defaultText: String? = nil,
        mayRepeat: Bool = false,
        _ sentence: String
    ) {
        self.init(
            name: name,
            placeholder: placeholder,
            values: values,
            mayRepeat: mayRepeat,
            allowedText: { allowed },
            sentence: sentence,
            defaultText: defaultText,
            environment: nil
        )
    }

    static let scene = OptionRow(
        "scene",
        .file,
        placeholder: "file",
        allowed:
            "the path of a JSON file; 'part' in it is the path of an image, from its folder",
        "Scene to draw on the image: panes with effects, texts and images."
    )

    static let set = OptionRow(
        "set",
        .words([]),
        placeholder: "name=value",
        allowed:
            "the name of a variable of the scene and its value; an image is the path of a file",
        mayRepeat: true,
        "Value of a variable of the scene."
    )

    static let into = OptionRow(
        "into",
        .folder,
        placeholder: "folder",
        allowed: "the path of a folder",
        "Folder for the results of several files, each named like its input; of folders as well."
    )

    static let recursive = OptionRow(
        "recursive",
        .none,
        "Renders the folders in folders, too; the results are in folders of the same names."
    )

    static let noClobber = OptionRow(
        "no-clobber",
        .none,
        "Preserves existing files, and skips renders that would replace them."
    )

    static let jobs = OptionRow(
        "jobs",
        .words([]),
        placeholder: "number",
        allowed: "a whole number, from 1 to 1024",
        default: "the number of workers",
        "Images that are rendered concurrently; fewer need less memory."
    )

    static let quiet = OptionRow("quiet", .none, "Prints only errors.")

    static let keyID = OptionRow(
        "key-id",
        .words([]),
        placeholder: "name",
        allowed: "a name in the file",
        default: "the first of the file",
        "Key to sign with."
    )

    static let expires = OptionRow(
        "expires",
        .words([]),
        placeholder: "time",
        allowed: "a time from now such as 90min, 12h or 30d, or the seconds since 1970",
        default: "never",
        "Expiry of the addresses."
    )

    static let json = OptionRow("json", .none, "Prints JSON instead of a table.")
}

extension OptionRow {
    /// Creates the option for a parameter of requests.
    init(_ parameter: RenderParameter) {
        let isFlag = parameter.kind == .flag
        self.init(
            name: parameter.name,
            placeholder: parameter.kind == .digest ? "file" : parameter.placeholder,
            values: isFlag ? .none : parameter.kind == .digest ? .file : .words(parameter.words),
            mayRepeat: parameter.mayRepeat,
            allowedText: { parameter.localAllowed },
            sentence: parameter.localSentence,
            defaultText: parameter.defaultValue,
            environment: nil
        )
    }

    /// Creates the option for an option of the server.
    init(_ option: ConfigurationOption) {
        self.init(
            name: option.key,
            placeholder: option.placeholder.contains("|") ? "word" : option.placeholder,
            values: option.isSwitch
                ? .none : option.namesFile ? .file : .words(option.words),
            mayRepeat: option.isRepeatable,
            allowedText: { option.allowed },
            sentence: option.sentence,
            defaultText: option.defaultText,
            environment: option.environment
        )
    }
}

extension RenderParameter {
    /// The placeholder for a value of the option in the help, such as "number".
    fileprivate var placeholder: String {
        switch kind {
        case .number, .amount, .numberOrWord, .integer: "number"
        case .angle: "angle"
        case .pixels, .pixelsOrWord, .length: "length"
        case .choice, .name, .style: "name"
        case .color, .colorOrWord, .pad: "color"
        case .position, .focus: "position"
        case .filterList: "list"
        case .insets: "top,right,bottom,left"
        case .frame: "x,y,width,height"
        case .region: "area"
        case .clip: "shape"
        case .frames: "numbers"
        case .flag, .digest: ""
        }
    }
}

extension ConfigurationOption {
    /// The accepted words; empty for values that are not words.
    fileprivate var words: [String] {
        placeholder.contains("|") ? placeholder.split(separator: "|").map(String.init) : []
    }

    /// Whether the values are paths of files.
    fileprivate var namesFile: Bool { placeholder == "file" }
}

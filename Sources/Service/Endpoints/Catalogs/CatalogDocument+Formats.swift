// SPDX-License-Identifier: Apache-2.0

import Codecs

extension CatalogDocument {
    /// The catalog of formats that are read or written, for `GET /v1/formats`.
    ///
    /// Made anew for each answer: it depends on the libraries that are installed.
    static var formats: CatalogDocument {
        CatalogDocument(
            .object([
                (
                    "formats",
                    .array(
                        ImageFormat.allCases.filter { $0.isRead || $0.output != nil }.map(entry)
                    )
                ),
                ("codecs", .string(CodecProtection.current?.words ?? "none")),
            ])
        )
    }

    private static func entry(_ format: ImageFormat) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(format.rawValue)),
            ("mediaType", .string(format.mediaType)),
            ("extensions", .array(format.fileExtensions.map { .string($0) })),
            ("reads", .boolean(format.isRead)),
            ("writes", .boolean(format.output != nil)),
        ]
        let library = ForeignCodecHost.current?.library(of: format)
        members.append(("installed", .boolean(!format.isForeign || library != nil)))
        if let package = ForeignCodecHost.package(of: format) {
            members.append(("package", .string(package)))
        }
        if let library { members.append(("version", .string(library.version))) }
        members.append(("options", .array(options(of: format).map { .string($0) })))
        return .object(members)
    }

    /// The names of the parameters that affect only some formats of results, this one included.
    private static func options(of format: ImageFormat) -> [String] {
        guard let output = format.output else { return [] }
        return RenderParameter.table.filter { row in
            if case .formats(let possible) = row.scope { possible.contains(output) } else { false }
        }.map(\.name)
    }
}

extension CodecProtection {
    /// The protection of this program from codec libraries; nil if it cannot call any of them.
    static var current: CodecProtection? { ForeignCodecHost.current?.protection }

    /// The protection from codec libraries in words, for an operator.
    package var words: String {
        switch self {
        case .sandbox: "sandbox"
        case .processes(let missing):
            "processes without " + missing.joined(separator: ", and without ")
        case .unavailable(let reason): "unavailable: \(reason)"
        case .none: "in-process"
        }
    }
}

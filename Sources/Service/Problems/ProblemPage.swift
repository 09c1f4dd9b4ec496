// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The HTML page about a type of problems, at the address in the problem's member `type`.
struct ProblemPage: Sendable {
    /// The page in HTML.
    let bytes: [UInt8]

    /// The entity tag of the page.
    let entityTag: EntityTag

    /// Writes the page for a type of problems.
    init(_ type: ProblemType) {
        let (title, status) = (Self.escaped(type.title), type.status)
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(title) – Frostpane</title>
            <style>
            body { font: 1.1em/1.5 system-ui, sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em }
            code { font-size: .9em }
            :root { color-scheme: light dark }
            </style>
            <main>
            <h1>\(title)</h1>
            <p><code>\(type.uri)</code> is answered with the status
            <strong>\(status.code) \(Self.escaped(status.reasonPhrase))</strong>.</p>
            <h2>What to do</h2>
            <p>\(Self.escaped(type.cure))</p>
            <p>The member <code>detail</code> of the problem says what was wrong with the request, and
            <code>requestId</code> is its name in the log of the server.
            <a href="../openapi.json">The contract</a> describes all requests.</p>
            </main>
            </html>

            """
        bytes = Array(page.utf8)
        entityTag = EntityTag(of: bytes)
    }

    /// Escapes the characters of a text that have a meaning in HTML.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

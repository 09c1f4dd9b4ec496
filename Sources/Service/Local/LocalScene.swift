// SPDX-License-Identifier: Apache-2.0

package import Effects
import Store

/// A scene from a JSON file, which names pictures by the paths of their files.
package struct LocalScene: Sendable {
    /// The parsed scene, with its panes.
    let scene: Scene

    /// The paths of the picture files, as the scene states them.
    package let parts: [String]

    /// Parses a scene in JSON whose pictures are files.
    ///
    /// - Parameters:
    ///   - text: The JSON text.
    ///   - fontFamily: The font family of texts that name none.
    /// - Throws: ``LocalFault/refused(_:)``.
    package init(_ text: [UInt8], fontFamily: String) throws(LocalFault) {
        let document: SceneDocument
        do throws(SceneFault) {
            // A text that is no JSON has no parts, and is refused below.
            let json = try? JSONReader.read(text)
            parts = json.map(Self.partNames)?.sorted() ?? []
            document = try SceneReader.read(
                text,
                parts: Dictionary(uniqueKeysWithValues: parts.map { ($0, Digest(path: $0)) }),
                fontFamily: fontFamily
            )
        } catch {
            throw LocalFault(.scene(error))
        }
        if let place = document.backdrop?.pointer ?? document.references.first?.pointer {
            throw .refused(
                "at \(place.text): only a server stores images by digest; name an image file "
                    + "by 'part', and give the backdrop as IN"
            )
        }
        scene = document.scene
    }

    /// Makes an identifier for a picture file from its path, for scenes and masks.
    package static func resource(at path: String) -> ResourceID {
        ResourceID(digest: Digest(path: path).hex)
    }

    private static func partNames(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { names, member in
                if member.name == "part", case .string(let name) = member.value {
                    names.insert(name)
                }
                names.formUnion(partNames(in: member.value))
            }
        case .array(let values): values.reduce(into: []) { $0.formUnion(partNames(in: $1)) }
        case .string, .integer, .number, .boolean, .null: []
        }
    }
}

extension Digest {
    /// Creates a digest of a file's path in place of its contents, only to tell files apart.
    fileprivate init(path: String) {
        self.init(of: Array(path.utf8))
    }
}

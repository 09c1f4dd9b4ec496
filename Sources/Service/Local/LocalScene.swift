// SPDX-License-Identifier: Apache-2.0

package import Effects
import FoundationEssentials
import Store

/// A scene from a JSON file, which names pictures by the paths of their files.
package struct LocalScene: Sendable {
    /// The parsed scene, with its layers.
    let scene: Scene

    /// The paths of the picture files, as the scene states them.
    package let parts: [String]

    /// Parses a scene in JSON whose pictures are files.
    ///
    /// - Parameters:
    ///   - text: The JSON text.
    ///   - values: The values of its variables; those of images are paths of files.
    ///   - fontFamily: The font family of texts that name none.
    /// - Throws: ``LocalFault/refused(_:)``.
    package init(
        _ text: [UInt8],
        values: [(name: String, value: String)] = [],
        fontFamily: String
    ) throws(LocalFault) {
        let template: SceneTemplate
        do throws(SceneFault) { template = try SceneTemplate(text, hasParts: true) } catch {
            throw LocalFault(.scene(error))
        }
        let json = try Self.filled(template, values)
        let document: SceneDocument
        do throws(SceneFault) {
            parts = Self.partNames(in: json).sorted()
            document = try SceneReader.read(
                json,
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
        if document.scene.canvas != nil {
            throw .refused(
                "at /canvas: a scene of the command line lies on IN; POST /v1/render/scene of a server "
                    + "draws on a canvas"
            )
        }
        scene = document.scene
    }

    /// Puts values in place of the variables; a variable for the backdrop stands for the image that is rendered.
    private static func filled(
        _ template: SceneTemplate,
        _ values: [(name: String, value: String)]
    ) throws(LocalFault) -> JSONValue {
        let backdrop = template.backdropVariable
        do throws(ParameterError) {
            let own = backdrop.map { [($0, "")] } ?? []
            // Paths in the scene are from its folder, those of the command line are not.
            let read = try template.values(in: values + own) {
                .object([("part", .string(URL(filePath: $0).path))])
            }
            if let other = read.rest.first {
                let known = template.variables.map(\.name).filter { $0 != backdrop }
                throw .unknownHere(name: other.name, known: known)
            }
            guard case .object(let members) = template.filled(with: read.values) else {
                return .object([])
            }
            return .object(members.filter { $0.name != "backdrop" || backdrop == nil })
        } catch .repeated(let name) where name == backdrop {
            throw .refused("'\(name)' is the backdrop, which is given as IN")
        } catch {
            throw LocalFault(ServiceError.parameter(error))
        }
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

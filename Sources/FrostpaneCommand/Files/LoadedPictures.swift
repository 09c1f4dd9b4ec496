// SPDX-License-Identifier: Apache-2.0

import Effects
import FoundationEssentials
import Rendering
import Service

/// The scene of a command line, and the images that the scene and the mask use.
struct LoadedPictures: Sendable {
    /// The kind of the results: with effects, with a scene, or contact sheets.
    let content: LocalRendering.Content

    /// The images of the scene and the mask, by the identifiers that stand for their paths.
    let pictures: [ResourceID: SourceImage]

    /// Reads the scene file, and the files of all images that scene and mask use.
    init(_ arguments: RenderArguments) throws(Complaint) {
        var pictures: [ResourceID: SourceImage] = [:]
        if let mask = arguments.mask {
            pictures[LocalScene.resource(at: mask)] = try Self.picture(mask, arguments)
        }
        if let path = arguments.scene {
            let scene: LocalScene
            do {
                scene = try LocalScene(
                    try PictureFile.read(path).bytes,
                    values: arguments.values.map { text in
                        let parts = text.split(
                            separator: "=",
                            maxSplits: 1,
                            omittingEmptySubsequences: false
                        )
                        return (String(parts[0]), String(parts[1]))
                    },
                    fontFamily: arguments.configuration.fontFamily
                )
            } catch let error as LocalFault {
                throw Complaint(error, of: PictureFile.name(of: path))
            } catch let error as Complaint {
                throw error
            } catch {
                throw Complaint(.software, "\(error)")
            }
            for part in scene.parts {
                let file = URL(filePath: part, relativeTo: URL(filePath: path)).path
                pictures[LocalScene.resource(at: part)] = try Self.picture(file, arguments)
            }
            content = .scene(scene)
        } else {
            content = arguments.isGallery ? .gallery : .effects
        }
        self.pictures = pictures
    }

    private static func picture(
        _ path: String,
        _ arguments: RenderArguments
    ) throws(Complaint) -> SourceImage {
        let (bytes, _) = try PictureFile.read(path)
        do throws(LocalFault) {
            return try SourceImage(bytes, arguments)
        } catch {
            throw Complaint(error, of: PictureFile.name(of: path))
        }
    }
}

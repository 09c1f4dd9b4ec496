// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// All endpoints, in the order of the labels of metrics; GET comes first at each address.
    static let all: [Endpoint] = [
        index, health, readiness, metrics, status, contract, contractJSON, problem,
        filters, materials, vibrancies,
        render, renderForm, renderScene,
        keptImages, image, imageWriting, imageDeletion, renderedImage, plan, gallery,
        legibility, uploadLegibility, placeholder, imagePlaceholder,
        formats, presets, version,
        links, link, linkDeletion,
        scenes, scene, sceneWriting, sceneDeletion, renderedScene, scenePlan,
        renderedSource, sourcePlan,
    ]
}

// SPDX-License-Identifier: Apache-2.0

import Rendering
import Store

/// The image service: the handler of all requests to the server, and the owner of their state.
///
/// It builds the objects that own the state of the service. Each request passes through the layers to the
/// function of its endpoint, which finds in the service what it needs:
///
/// ```swift
/// let service = ImageService(configuration: configuration, log: sink)
/// let server = HTTPServer(configuration: serverConfiguration, handler: service)
/// ```
package final class ImageService: Sendable {
    /// The options.
    let configuration: Configuration
    /// The stored images.
    let images: Images
    /// The links to renderings, and the scenes with an address.
    let records: any RecordKeeping
    /// The images outside of the service.
    let sources: PictureSources
    /// The results of renderings.
    let renders: Renders
    /// The analyses of images.
    let analyses: Analyses
    /// The rights of clients.
    let access: AccessControl
    /// The log and the metrics.
    let monitoring: Monitoring
    let layers: RequestLayers

    /// Creates the service and starts its workers.
    ///
    /// - Parameters:
    ///   - configuration: The options.
    ///   - log: The destination of the line of each request.
    package convenience init(configuration: Configuration, log: LogSink) {
        self.init(configuration: configuration, log: log, fonts: FontLoading())
    }

    /// Creates the service with a loader of fonts, which tests observe.
    init(configuration: Configuration, log: LogSink, fonts: FontLoading) {
        self.configuration = configuration
        let store = configuration.makeStore()
        monitoring = Monitoring(configuration, log)
        access = AccessControl(configuration)
        layers = RequestLayers(access, monitoring)
        images = Images(configuration, store)
        records =
            if let store { StoredRecords(store) } else {
                MemoryRecords(whereKept: images.originals.keeps)
            }
        sources = PictureSources(configuration, images.receiving, monitoring.metrics)
        let admission = Admission(configuration, monitoring, fonts: fonts)
        renders = Renders(configuration, images, admission)
        analyses = Analyses(admission, images.limits)
        images.setOwners([renders, analyses, records, admission])
        store?.begin { [images, monitoring] event in
            switch event {
            case .health(let health): monitoring.log.write(health, of: "store")
            case .upper(let health): monitoring.log.write(health, of: "folder cache of the store")
            case .deleted(let marks): images.noteDeletions(marks)
            }
        }
    }

    /// The workers, and the decisions whether and where work runs.
    var admission: Admission { renders.admission }
}

// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Rendering
import Store

/// A rendering of a file without a server, planned by the same code as one for a request.
package struct LocalRendering: Sendable {
    /// The kind of result: the picture with effects, with a scene, or in a gallery.
    package enum Content: Sendable {
        /// The picture with the effects of the parameters.
        case effects
        /// The picture with a scene of panes on it.
        case scene(LocalScene)
        /// A contact sheet with the picture under every material.
        case gallery
    }

    private let request: RenderRequest

    /// The material that `material=auto` chose, and its contrast; nil if the material is stated.
    package let choice: String?

    /// Plans a rendering; `material=auto` and `trim` are replaced after analyses on this thread.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - parameters: The parameters.
    ///   - content: The content of the result.
    ///   - pictures: The pictures of masks and of the scene.
    ///   - configuration: The limits, and the font family of captions.
    /// - Throws: ``LocalFault`` for what cannot be rendered.
    package init(
        of source: SourceImage,
        _ parameters: RenderParameters,
        content: Content,
        pictures: [ResourceID: SourceImage],
        configuration: Configuration
    ) throws(LocalFault) {
        let limits = DecodeLimits(configuration)
        var parameters = parameters
        let traits = parameters.traits.completed()
        let source = try source.selected(
            by: parameters,
            for: content.scene?.geometry ?? parameters.geometry,
            traits: traits,
            configuration
        )
        func settled(_ geometry: Geometry) throws(LocalFault) -> Geometry {
            guard geometry.needsAnalysis else { return geometry }
            let analysis = GeometryAnalysis(
                source: source.tolerating(parameters.damage),
                geometry: geometry,
                traits: traits,
                limits: limits
            )
            do throws(RenderError) {
                return geometry.settled(on: try analysis.run(cancellation: Cancellation()))
            } catch {
                throw .render(error)
            }
        }
        parameters.geometry = try settled(parameters.geometry)
        let table = try LegibilityReport(of: source, parameters, configuration)?.table
        if let table { parameters = parameters.settled(on: table.choice) }
        choice = table?.fieldValue
        // Nothing is cached here, so the digest of the picture is not needed.
        var shown = content.inService(parameters, pictures, configuration)
        if let scene = shown.scene { shown = shown.settled(on: try settled(scene.geometry)) }
        let subject = RenderSubject(source: source, digest: .zero, content: shown)
        do throws(ServiceError) {
            request = try RenderRequest(
                parameters,
                of: subject,
                for: ClientPreferences(),
                limits: limits
            ) { digest in
                pictures[ResourceID(digest: digest.hex)]
            }
        } catch {
            throw LocalFault(error)
        }
    }

    /// Chooses the format of a result from that of the picture and the parameters.
    package static func format(
        of picture: SourceImage,
        _ parameters: RenderParameters,
        _ configuration: Configuration
    ) -> OutputFormat {
        let motion = try? parameters.motion(of: picture, DecodeLimits(configuration))
        let format = picture.header.format
        return FormatNegotiation.format(
            for: parameters.format,
            preferring: parameters.preference,
            accept: AcceptField(nil),
            picture: format,
            moves: motion != nil
        ) ?? .usual(for: format)
    }

    /// The renderer that makes the result.
    package var renderer: Renderer { request.renderer }

    /// The format of the result.
    package var format: OutputFormat { request.format }

    /// Converts an error of the rendering, and adds the place in the scene to one about a text.
    package func explain(_ error: RenderError) -> LocalFault {
        guard case .text = error else { return .render(error) }
        return LocalFault(request.explain(.render(error)))
    }
}

extension SourceImage {
    fileprivate func selected(
        by parameters: RenderParameters,
        for geometry: Geometry = Geometry(),
        traits: Traits = Traits(),
        _ configuration: Configuration
    ) throws(LocalFault) -> SourceImage {
        do throws(RenderError) {
            return try selected(
                by: parameters,
                geometry,
                traits,
                limits: DecodeLimits(configuration)
            )
        } catch {
            throw .render(error)
        }
    }
}

extension LocalRendering.Content {
    /// The scene on the picture; nil for effects and a gallery.
    fileprivate var scene: Scene? {
        switch self {
        case .scene(let scene): scene.scene
        case .effects, .gallery: nil
        }
    }

    fileprivate func inService(
        _ parameters: RenderParameters,
        _ pictures: [ResourceID: SourceImage],
        _ configuration: Configuration
    ) -> RenderSubject.Content {
        switch self {
        case .effects: .effects
        case .scene(let scene):
            .scene(
                scene.scene,
                resources: pictures,
                names: Dictionary(
                    scene.parts.map { (LocalScene.resource(at: $0), $0) },
                    uniquingKeysWith: min
                )
            )
        case .gallery:
            .gallery(
                scale: parameters.traits.scale ?? Traits().scale,
                family: configuration.fontFamily
            )
        }
    }
}

/// The contrasts of all text styles on all materials over a picture.
package struct LegibilityReport: Sendable {
    /// The table of contrasts, with the chosen material.
    package let table: LegibilityTable

    /// The table as JSON text, as `/v1/legibility` returns it.
    package let document: [UInt8]

    /// Analyzes a picture on the calling thread; nil if the parameters state the material.
    package init?(
        of source: SourceImage,
        _ parameters: RenderParameters,
        _ configuration: Configuration
    ) throws(LocalFault) {
        let selected = try source.selected(
            by: parameters,
            for: parameters.geometry,
            traits: parameters.traits.completed(),
            configuration
        )
        let analysis: LegibilityAnalysis?
        do throws(ParameterError) {
            analysis = try parameters.analysis(
                of: selected,
                hints: PartialTraits(),
                limits: DecodeLimits(configuration)
            )
        } catch {
            throw LocalFault(.parameter(error))
        }
        guard let analysis else { return nil }
        do throws(RenderError) {
            table = try analysis.run(cancellation: Cancellation())
        } catch {
            throw .render(error)
        }
        document = JSONValue(table, pane: analysis.pane, box: analysis.box).document
    }
}

extension LegibilityReport {
    /// Formats a contrast with at most two decimal places, rounded down.
    package static func text(of contrast: Double) -> String {
        String(contrast.rounded(toPlaces: 2))
    }
}

/// A reason not to render a file.
package enum LocalFault: Error, Equatable, Sendable {
    /// The picture cannot be rendered.
    case render(RenderError)
    /// The parameters or the scene are invalid; a sentence says why.
    case refused(String)

    init(_ error: ServiceError) {
        if case .render(let error) = error {
            self = .render(error)
        } else if case .damagedImage(let error, _) = error {
            self = .render(.codec(error))
        } else if case .parameter(let error) = error {
            self = .refused(error.localDescription)
        } else {
            let problem = Problem(error)
            self = .refused((problem.pointer.map { "at \($0): " } ?? "") + problem.detail)
        }
    }
}

extension DecodeLimits {
    /// Creates the limits on pictures that a configuration states.
    package init(_ configuration: Configuration) {
        self.init(
            maximumSide: configuration.sideLimit,
            maximumPixelCount: configuration.pixelLimit
        )
        maximumMotionPixelCount = configuration.motionPixelLimit
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Synchronization

/// What must hold of every plan that the words of a client lead to, once it is carried out.
///
/// Pictures are small, and renderings that would take much are decided only, so that time goes to
/// logic. Shared with the fuzzing executables, which link to this file.
enum PlanCheck {
    /// What a rendering may measure; a blur that expands goes beyond it soon.
    static let limits = DecodeLimits(maximumSide: 256, maximumPixelCount: 1 << 14)

    /// The extent of all pictures but one.
    static let size = PixelSize(width: 41, height: 27)

    /// Pictures of all layouts and depths; one is turned, and one is a single row.
    static let pictures: [SourceImage] = [
        FormulaPicture(size: size, layout: .rgba),
        FormulaPicture(size: size, layout: .gray),
        FormulaPicture(
            size: size,
            layout: .grayAlpha,
            encoding: .png(PNGOptions(bitDepth: .sixteen))
        ),
        FormulaPicture(size: size, layout: .rgb, encoding: .jpeg(JPEGOptions())),
        FormulaPicture(
            size: PixelSize(width: size.height, height: size.width),
            layout: .rgb,
            encoding: .jpeg(JPEGOptions(subsampling: .s444)),
            orientation: 6
        ),
        FormulaPicture(size: PixelSize(width: 7, height: 1), layout: .rgb),
    ].compactMap(source)

    /// The pictures that plans name.
    private static let named: [SourceImage] = [
        FormulaPicture(size: PixelSize(width: 9, height: 13), layout: .rgba),
        FormulaPicture(
            size: PixelSize(width: 17, height: 5),
            layout: .rgb,
            encoding: .jpeg(JPEGOptions()),
            orientation: 5
        ),
        FormulaPicture(
            size: PixelSize(width: 1, height: 3),
            layout: .gray,
            encoding: .png(PNGOptions(bitDepth: .sixteen))
        ),
    ].compactMap(source)

    /// The most of both that a rendering is carried out for.
    private static let (memoryLimit, workLimit) = (512 << 20, 1 << 27)

    /// The picture that a digest stands for.
    static func picture(_ digest: some StringProtocol) -> SourceImage {
        named[(digest.utf8.first.map(Int.init) ?? 0) % named.count]
    }

    /// Decides a plan and carries it out.
    ///
    /// - Returns: The rule that was broken, if one was.
    static func fault(
        of plan: Plan,
        on source: SourceImage,
        as encoding: EncodingOptions
    ) -> String? {
        let named = plan.resources.map { ($0, picture($0.digest)) }
        do throws(RenderError) {
            let renderer = try Renderer(
                source: source,
                plan: plan,
                output: OutputOptions(encoding: encoding),
                limits: limits,
                resources: Dictionary(uniqueKeysWithValues: named)
            )
            return fault(of: renderer)
        } catch {
            switch error {
            case .text, .resultTooLarge: return nil
            default: return "a plan is decided, or too much: \(error)"
            }
        }
    }

    /// Carries a rendering out.
    ///
    /// - Returns: The rule that was broken, if one was.
    static func fault(of renderer: Renderer) -> String? {
        let estimate = renderer.estimate
        guard estimate.memory > 0, estimate.work > 0 else { return "a rendering needs something" }
        guard estimate.memory <= memoryLimit, estimate.work <= workLimit else { return nil }
        let bytes: [UInt8]
        do throws(RenderError) {
            bytes = try file(renderer)
        } catch {
            if case .text = error { return nil }
            return "a rendering of a sound picture comes to an end: \(error)"
        }
        guard let result = try? DecodedPicture(bytes) else { return "a result can be read" }
        return result.size == renderer.outputSize ? nil : "a result is as large as was said"
    }

    /// Carries a redaction out on pictures of which nothing but means of cells is the same.
    ///
    /// - Returns: The rule that was broken, if one was.
    static func redactionFault(of plan: Plan) -> String? {
        guard case .panes(let panes)? = plan.steps.first, plan.steps.count == 1 else {
            return "a redaction is one step"
        }
        var cells: [(bounds: PixelRect, side: Int)] = []
        for pane in panes {
            guard case .pixelate(let side)? = pane.filters.first else {
                return "a redaction begins with a mosaic"
            }
            guard max(pane.bounds.size.width, pane.bounds.size.height) <= 8 * max(side, 4) else {
                return "a mosaic has few cells"
            }
            cells.append((pane.bounds, side))
        }
        var picture = FormulaPicture(size: size, layout: .rgba)
        let plain = rendered(plan, picture)
        let original = rendered(Plan([]), picture)
        picture.origin = { x, y in turned(x, y, in: cells) }
        guard let plain, let original, let turned = rendered(plan, picture) else {
            return "a redaction is carried out"
        }
        for y in 0..<size.height {
            for x in 0..<size.width {
                if panes.contains(where: { $0.covers(x, y) }) {
                    guard plain[x, y] == turned[x, y] else { return "only means of cells remain" }
                    guard plain[x, y].last == 65_535 else { return "what is redacted is opaque" }
                } else {
                    guard plain[x, y] == original[x, y] else { return "the rest stays as it is" }
                }
            }
        }
        return nil
    }

    private static func rendered(_ plan: Plan, _ picture: FormulaPicture) -> DecodedPicture? {
        guard let source = source(picture),
            let renderer = try? Renderer(
                source: source,
                plan: plan,
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: limits
            ), let bytes = try? file(renderer)
        else { return nil }
        return try? DecodedPicture(bytes)
    }

    private static func file(_ renderer: Renderer) throws(RenderError) -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        return file.withLock { $0 }
    }

    private static func source(_ picture: FormulaPicture) -> SourceImage? {
        guard let bytes = try? picture.file() else { return nil }
        return try? SourceImage(bytes: bytes, limits: limits)
    }

    /// The place on the other side of the middle of a cell.
    private static func turned(
        _ x: Int,
        _ y: Int,
        in cells: [(bounds: PixelRect, side: Int)]
    ) -> (x: Int, y: Int) {
        for (bounds, side) in cells where bounds.columns.contains(x) && bounds.rows.contains(y) {
            return (
                turned(x, in: bounds.columns, side),
                turned(y, in: bounds.rows, side)
            )
        }
        return (x, y)
    }

    private static func turned(_ position: Int, in range: Range<Int>, _ side: Int) -> Int {
        let start = range.lowerBound + (position - range.lowerBound) / side * side
        return start + min(start + side, range.upperBound) - 1 - position
    }
}

extension Pane {
    /// Whether the pane, made of rectangles of whole pixels, lies on a pixel.
    fileprivate func covers(_ x: Int, _ y: Int) -> Bool {
        guard bounds.columns.contains(x), bounds.rows.contains(y) else { return false }
        let isInside = coverage.shapes.contains { shape in
            let bounds = shape.bounds
            return (bounds.x..<bounds.maxX).contains(Double(x))
                && (bounds.y..<bounds.maxY).contains(Double(y))
        }
        return isInside != coverage.isInverted
    }
}

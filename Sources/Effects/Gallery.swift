// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A contact sheet: small copies of one image, each with another effect and a caption.
///
/// Cells follow each other from left to right and from top to bottom on white. Each shows its
/// effect on the whole image, reduced in size; see ``Swift/Array/reduced(by:)``.
package struct Gallery: Hashable, Sendable {
    /// One cell of the sheet: a small image and its caption.
    package struct Cell: Hashable, Sendable {
        /// The text of the caption.
        package var caption: String
        /// The filters on the small image.
        package var filters: [Filter]

        /// Creates a cell from its caption and its filters.
        package init(caption: String, filters: [Filter]) {
            self.caption = caption
            self.filters = filters
        }
    }

    /// The longest side of a cell's image, in pixels.
    package static let cellSide = 240
    /// The height of a caption, in pixels.
    package static let captionHeight = 24
    /// The font size of a caption, in pixels.
    package static let captionSize = 12.0
    /// The space between and around cells, in pixels.
    package static let gap = 16
    /// The number of columns of cells; the last row may have fewer cells.
    package static let columns = 4

    /// The side of the squares of pixels that are averaged into one pixel of the small image.
    package let side: Int

    /// The cells, from left to right and from top to bottom.
    package let cells: [Cell]

    /// The font family of the captions.
    package let family: String

    /// Creates a contact sheet from cells.
    package init(side: Int, cells: [Cell], family: String = TextForm.defaultFamily) {
        precondition(side >= 1 && !cells.isEmpty, "an empty sheet")
        self.side = side
        self.cells = cells
        self.family = family
    }

    /// Creates a contact sheet of all materials in light and dark, after the unfiltered image.
    ///
    /// - Parameters:
    ///   - size: The image extent.
    ///   - traits: The screen traits; both appearances are shown.
    ///   - family: The font family of the captions.
    package init(
        materialsOn size: PixelSize,
        traits: Traits,
        family: String = TextForm.defaultFamily
    ) {
        let side = Self.side(for: size)
        var cells = [Cell(caption: "original", filters: [])]
        for material in MaterialStyle.allCases {
            // System materials with a fixed appearance look like the adaptive material.
            if material.row.family == .system && material.appearances.count == 1 { continue }
            for appearance in material.appearances {
                var traits = traits
                traits.appearance = appearance
                let suffix = material.appearances.count > 1 ? " \(appearance.rawValue)" : ""
                guard let filters = material.filters(traits).reduced(by: side) else { continue }
                cells.append(Cell(caption: material.rawValue + suffix, filters: filters))
            }
        }
        self.init(side: side, cells: cells, family: family)
    }

    private static func side(for size: PixelSize) -> Int {
        (max(size.width, size.height) + cellSide - 1) / cellSide
    }

    /// The size of the small image in each cell.
    ///
    /// - Parameter size: The extent of the whole image.
    /// - Returns: An extent of at most ``cellSide`` each way.
    package func pictureSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: (size.width + side - 1) / side,
            height: (size.height + side - 1) / side
        )
    }

    /// The rectangle of a cell's image on the sheet, in pixels.
    ///
    /// - Parameters:
    ///   - index: The number of the cell.
    ///   - size: The extent of the whole image.
    /// - Returns: A rectangle of the sheet.
    package func frame(ofCell index: Int, on size: PixelSize) -> PixelRect {
        let picture = pictureSize(of: size)
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
        let width = max(picture.width, Self.leastCellWidth)
        return PixelRect(
            x: Self.gap + column * (width + Self.gap) + (width - picture.width) / 2,
            y: Self.gap + row * rowHeight(size),
            width: picture.width,
            height: picture.height
        )
    }

    /// The rectangle of a cell's caption on the sheet, in pixels.
    ///
    /// - Parameters:
    ///   - index: The number of the cell.
    ///   - size: The extent of the whole image.
    /// - Returns: A rectangle of the sheet.
    package func captionFrame(ofCell index: Int, on size: PixelSize) -> PixelRect {
        let frame = frame(ofCell: index, on: size)
        let width = max(frame.size.width, Self.leastCellWidth)
        return PixelRect(
            x: frame.x - (width - frame.size.width) / 2,
            y: frame.y + frame.size.height,
            width: width,
            height: Self.captionHeight
        )
    }

    /// The caption of a cell as a text to draw.
    ///
    /// - Parameters:
    ///   - index: The number of the cell.
    ///   - frame: The position of the caption on the sheet.
    /// - Returns: The text, in black.
    package func caption(ofCell index: Int, in frame: PixelRect) -> TextForm {
        TextForm(
            text: cells[index].caption,
            family: family,
            size: Self.captionSize,
            frame: Rectangle(
                x: Double(frame.x),
                y: Double(frame.y),
                width: Double(frame.size.width),
                height: Double(frame.size.height)
            ),
            alignment: .center,
            position: .middle,
            wrapping: .truncate,
            direction: .ltr
        )
    }

    /// The captions of all cells, not yet placed, to find the fonts and characters that they need.
    var captions: [TextForm] {
        let frame = PixelRect(x: 0, y: 0, width: Self.cellSide, height: Self.captionHeight)
        return cells.indices.map { caption(ofCell: $0, in: frame) }
    }

    /// The size of the whole sheet.
    ///
    /// - Parameter size: The extent of the whole image.
    /// - Returns: The extent that holds all columns and rows.
    package func sheetSize(of size: PixelSize) -> PixelSize {
        let width = max(pictureSize(of: size).width, Self.leastCellWidth)
        let rows = (cells.count + Self.columns - 1) / Self.columns
        return PixelSize(
            width: Self.gap + min(cells.count, Self.columns) * (width + Self.gap),
            height: Self.gap + rows * rowHeight(size)
        )
    }

    /// The smallest width of a cell in pixels, with room for its caption.
    private static let leastCellWidth = 200

    private func rowHeight(_ size: PixelSize) -> Int {
        pictureSize(of: size).height + Self.captionHeight + Self.gap
    }

    /// The sheet's parameters and cells as a canonical value, for cache keys.
    var value: PlanValue {
        .record(
            "gallery",
            [
                .init("side", .number(Double(side))),
                .init("family", .text(family)),
                .init(
                    "cells",
                    .list(
                        cells.map { cell in
                            .record(
                                "cell",
                                [
                                    .init("caption", .text(cell.caption)),
                                    .init("filters", .list(cell.filters.map(\.value))),
                                ]
                            )
                        }
                    )
                ),
            ]
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

/// The fonts that the tests draw with.
enum Fonts {
    /// The reason given for skipped tests.
    static let comment: Comment = "needs the packages libpangocairo-1.0-0 and fonts-dejavu-core"

    /// Whether Pango is there, and DejaVu Sans.
    static let areInstalled = (try? TextRaster.extents(of: .sample("a"))) != nil

    /// Whether no font has a letter of Thai that is never taken apart.
    static let lackThai = (try? TextRaster.extents(of: .sample("\u{E01}"))) == nil
}

extension TextForm {
    /// A text of 40 pixels in DejaVu Sans, in a frame of 280 × 160 pixels at (10, 20).
    static func sample(
        _ text: String,
        family: String = "DejaVu Sans",
        size: Double = 40,
        weight: Int = 400,
        isItalic: Bool = false,
        frame: Rectangle = Rectangle(x: 10, y: 20, width: 280, height: 160),
        alignment: Alignment = .natural,
        position: Position = .top,
        wrapping: Wrapping = .word,
        direction: Direction = .auto
    ) -> TextForm {
        TextForm(
            text: text,
            family: family,
            size: size,
            weight: weight,
            isItalic: isItalic,
            frame: frame,
            alignment: alignment,
            position: position,
            wrapping: wrapping,
            direction: direction
        )
    }
}

/// The part of a plane that a text covers.
struct Ink {
    /// From the first column that is covered to the last, in the picture.
    let columns: Range<Int>
    /// From the first row that is covered to the last.
    let rows: Range<Int>
    /// The greatest sample.
    let greatest: UInt8

    /// Looks for samples above 0; nil where there is none.
    init?(_ plane: TextPlane, rows searched: Range<Int>? = nil) {
        var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
        var greatest: UInt8 = 0
        for y in searched ?? plane.rect.rows {
            let row = plane.row(y)
            for x in plane.rect.columns where row[x - plane.rect.x] > 0 {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), max(bottom, y + 1))
                greatest = max(greatest, row[x - plane.rect.x])
            }
        }
        guard greatest > 0 else { return nil }
        self.columns = left..<right
        self.rows = top..<bottom
        self.greatest = greatest
    }

    /// All samples, by rows.
    static func samples(_ plane: TextPlane) -> [[UInt8]] {
        plane.rect.rows.map { y in
            let row = plane.row(y)
            return row.indices.map { row[$0] }
        }
    }

    /// The center of all that is covered, in the picture.
    static func center(_ plane: TextPlane) -> Point {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for (j, row) in samples(plane).enumerated() {
            for (i, sample) in row.enumerated() {
                sum += Double(sample)
                x += Double(sample) * (Double(i + plane.rect.x) + 0.5)
                y += Double(sample) * (Double(j + plane.rect.y) + 0.5)
            }
        }
        return Point(x: x / sum, y: y / sum)
    }

    /// The sum of each column.
    static func columnSums(_ plane: TextPlane) -> [Int] {
        var sums = [Int](repeating: 0, count: plane.rect.size.width)
        for y in plane.rect.rows {
            let row = plane.row(y)
            for x in row.indices { sums[x] += Int(row[x]) }
        }
        return sums
    }
}

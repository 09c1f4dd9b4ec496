// SPDX-License-Identifier: Apache-2.0

/// The size and the coordinates that the first element of a drawing states.
struct DrawingFrame {
    /// The width and height in pixels; 300 by 150, as in CSS, without any.
    private(set) var width = 300.0, height = 150.0

    /// The box of the drawing's own coordinates.
    private(set) var box = (x: 0.0, y: 0.0, width: 300.0, height: 150.0)

    /// Reads the frame of a drawing in UTF-8.
    init(_ bytes: [UInt8]) {
        var scanner = MarkupScanner(bytes)
        while let piece = try? scanner.next() {
            guard case .start(let tag) = piece else { continue }
            var texts: [String: String] = [:]
            for attribute in tag.attributes where attribute.value.count < 256 {
                texts[String(decoding: bytes[attribute.name], as: UTF8.self)] =
                    String(decoding: bytes[attribute.value], as: UTF8.self)
            }
            read(texts)
            return
        }
    }

    private mutating func read(_ texts: [String: String]) {
        func pixels(_ name: String) -> Double? {
            guard let amount = texts[name].flatMap({ CSSAmount($0) }), amount.value > 0,
                amount.kind == .pixels || amount.kind == .number
            else { return nil }
            return amount.value
        }
        let numbers = (texts["viewBox"] ?? "").split { " ,\t\r\n".contains($0) }.compactMap {
            Double($0)
        }
        let hasBox = numbers.count == 4 && numbers[2] > 0 && numbers[3] > 0
        let (w, h) = (pixels("width"), pixels("height"))
        if hasBox {
            width = w ?? h.map { $0 * numbers[2] / numbers[3] } ?? numbers[2]
            height = h ?? width * numbers[3] / numbers[2]
            box = (numbers[0], numbers[1], numbers[2], numbers[3])
        } else {
            width = w ?? 300
            height = h ?? 150
            box = (0, 0, width, height)
        }
    }
}

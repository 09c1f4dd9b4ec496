// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// What is timed.
struct BlurOptions {
    var input = ""
    var output: String?
    var width = 0
    var height = 0
    var layout = ChannelLayout.rgba
    var sigma: Float = 10
    var edge = EdgeMode.clamp
    var runs = 5
    var instructionSet = InstructionSet.current

    /// A flag that is not known, or whose value is not.
    struct BadArgument: Error {
        var name: String
        var value: String
    }

    /// Reads `--name value` pairs.
    init(arguments: ArraySlice<String>) throws(BadArgument) {
        var rest = arguments
        while let name = rest.popFirst() {
            guard let value = rest.popFirst(), set(name, value) else {
                throw BadArgument(name: name, value: rest.first ?? "")
            }
        }
        guard width > 0, height > 0, !input.isEmpty else {
            throw BadArgument(name: "--input, --width and --height", value: "")
        }
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--input": input = value
        case "--output": output = value
        case "--width": width = Int(value) ?? 0
        case "--height": height = Int(value) ?? 0
        case "--runs": runs = Int(value) ?? 0
        case "--sigma":
            guard let number = Float(value) else { return false }
            sigma = number
        case "--channels":
            let layouts = ChannelLayout.allCases.filter { $0.channelCount == Int(value) }
            guard let match = layouts.first else { return false }
            layout = match
        case "--edge":
            guard let match = EdgeMode(rawValue: value) else { return false }
            edge = match
        case "--instruction-set":
            guard let match = InstructionSet(rawValue: value) else { return false }
            instructionSet = match
        default: return false
        }
        return true
    }
}

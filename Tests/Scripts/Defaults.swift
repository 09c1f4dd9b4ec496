// SPDX-License-Identifier: Apache-2.0

// Scripts/check-defaults must refuse the default arms that are marked so, and no others. Nothing compiles this file.

func refused(_ format: Format, _ pair: (Format, Int), _ optional: Format?) {
    switch format {
    case .jpeg: write()
    default: break  // REFUSED
    }
    let name =
        switch format {
        case .jpeg where isFast, .png:
            "one of \(names.map { switch $0 { case 1: "a"; default: "b" } })"
        default: "default:"  // REFUSED
        }
    switch pair {
    case (.png, 1...9): write()
    default: break  // REFUSED
    }
    switch optional {
    case .jpeg?: write()
    default: break  // REFUSED
    }
    switch format {
    case Format.jpeg:
        if case .png = other, case .jpeg = format { write() }
    // Because it is short.
    default: break  // REFUSED
    }
    switch format {
    case .jpeg: write()
    // Foreign: Format
    default: break  // REFUSED
    }
    switch format {
    case let .scaled(by: factor) where factor > limits[.width, default: 1]: write()
    default:  // REFUSED
        switch count {
        case 0: write()
        default: break
        }
    }
}

func permitted(_ byte: UInt8, _ status: Int32, _ error: any Error, _ method: HTTPRequest.Method) {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "a"), ASCII.quote: write(.jpeg)
    default: break
    }
    switch status {
    case EAGAIN: write()
    case let other where other < limits.count || flags == .none: write()
    default: break
    }
    switch error {
    case let error as Failure: write(error.code)
    default: break
    }
    switch method {
    case .put: write()
    // Foreign: HTTPRequest.Method
    default: break
    }
    switch (byte, "case .jpeg: default:") {
    case (1, "a"): write(#"case .png: "default:""#)
    /* case .png: */
    default: guard case .png = format else { return }
    }
    let count = counts["a", default: 0]
}

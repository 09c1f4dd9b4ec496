// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@Suite struct BandTests {
    @Test(arguments: ChannelLayout.allCases, [1, 31, 32, 33, 1000])
    func `keeps every row of every channel apart`(layout: ChannelLayout, width: Int) {
        var band = Band<Straight>(layout: layout, width: width, capacity: 3)
        for channel in 0..<layout.channelCount {
            for row in 0..<3 {
                var samples = band.mutableRow(row, of: channel)
                for x in 0..<width { samples[x] = UInt16(channel * 3 + row + 1) }
            }
        }
        for channel in 0..<layout.channelCount {
            for row in 0..<3 {
                let samples = band.row(row, of: channel)
                #expect(samples.count == width)
                for x in 0..<width where samples[x] != UInt16(channel * 3 + row + 1) {
                    Issue.record("row \(row) of channel \(channel) differs at \(x)")
                }
            }
        }
    }

    @Test func `keeps its pixels under another alpha form`() {
        var band = Band<Straight>(layout: .gray, width: 5, capacity: 2)
        band.rowCount = 2
        do {
            var row = band.mutableRow(1, of: 0)
            row[4] = 77
        }
        let other = band.assuming(Premultiplied.self)
        #expect(other.rowCount == 2)
        #expect(other.row(1, of: 0)[4] == 77)
    }

    @Test func `says how many bytes it takes`() {
        #expect(Band<Straight>.byteCount(layout: .rgba, width: 33, capacity: 16) == 64 * 2 * 16 * 4)
    }
}

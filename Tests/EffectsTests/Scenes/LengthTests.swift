// SPDX-License-Identifier: Apache-2.0

import Effects
import Testing

@Suite struct LengthTests {
    @Test(
        arguments: [
            ("12", 12, .pixels), ("12px", 12, .pixels), ("1.5pt", 1.5, .points),
            ("-50%", -50, .percent), ("0", 0, .pixels), ("-0", 0, .pixels), (".5", 0.5, .pixels),
            ("65536", 65_536, .pixels), ("-65536pt", -65_536, .points),
        ] as [(String, Double, Length.Unit)]
    )
    func `reads a number and its unit`(text: String, amount: Double, unit: Length.Unit) {
        #expect(Length(parsing: text) == Length(amount, unit))
        #expect(Length(parsing: text)?.amount.sign != .minus || amount < 0)
    }

    @Test(
        arguments: [
            "", "px", "%", "-", ".", "5.", "1.2.3", "+1", "1e3", "0x10", " 1", "1 px", "1PX",
            "1em",
            "1px px", "nan", "inf", "--1", "65536.1", "-65537", "１", "1,5",
            String(repeating: "0", count: 33),
        ]
    )
    func `reads nothing else`(text: String) {
        #expect(Length(parsing: text) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, 65_536.001, -65_536.001])
    func `has no number outside its range`(amount: Double) {
        #expect(Length(amount) == nil)
    }

    @Test(arguments: [.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 9e-7] as [Double])
    func `takes what nobody could see for nothing`(amount: Double) throws {
        #expect(try #require(Length(amount)) == .zero)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Effects

/// The names and identities of all filters.
@Suite struct FilterNamesTests {
    @Test(arguments: FilterFunction.table.filter { $0.identity != nil })
    func `changes nothing in the call that says so`(row: FilterFunction) throws {
        let filters = try FilterList(try #require(row.identity)).filters(edge: .clamp)
        #expect(filters.count == 1 && filters.allSatisfy(\.isIdentity))
    }

    @Test(arguments: FilterFunction.table)
    func `is found by its aliases, with or without Core Image's prefix`(row: FilterFunction) {
        for name in [row.name] + row.aliases {
            #expect(FilterFunction.named(name)?.name == row.name)
            #expect(FilterFunction.named("ci" + name)?.name == row.name)
        }
        #expect(FilterFunction.named("ci") == nil)
    }

    @Test func `equal filters by other names are equal`() throws {
        for (one, other) in [
            ("CIGaussianBlur(3px)", "blur(3px)"), ("CIExposureAdjust(1)", "exposure(1)"),
            ("falseColor(red white)", "duotone(red white)"),
            ("white-balance(5000)", "temperature(5000)"), ("USM(2px)", "unsharp-mask(2px)"),
            ("denoise(2%)", "noise-reduction(2%)"), ("CISepiaTone(1)", "sepia(1)"),
        ] {
            #expect(try FilterList(one) == FilterList(other), "\(one)")
        }
    }

    @Test func `an even side of a median counts as one more`() throws {
        #expect(try FilterList("median(4px)") == FilterList("median(5px)"))
    }

    @Test func `shrinks lengths for a reduced image`() throws {
        func filters(_ text: String) throws -> [Filter] {
            try FilterList(text).filters(edge: .clamp)
        }
        #expect(try filters("disc-blur(8px)").reduced(by: 4) == filters("disc-blur(2px)"))
        #expect(try filters("box-blur(9px)").reduced(by: 4) == filters("box-blur(2px)"))
        #expect(try filters("median(15px)").reduced(by: 4) == filters("median(3px)"))
        #expect(try filters("gamma(2)").reduced(by: 4) == filters("gamma(2)"))
        #expect(try filters("emboss(1)").reduced(by: 4) == nil)
        #expect(try filters("unsharp-mask(8px)").reduced(by: 4)?.count == 1)
    }
}

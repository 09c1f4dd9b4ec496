// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import ForeignCodecs

/// Constructs of CSS and SVG that the library does not know, with the colors that Chromium 156 shows.
@Suite struct DrawingRewriterTests {
    private func drawn(_ contents: String, _ root: String = "") throws -> ForeignPixels {
        let head = "xmlns='http://www.w3.org/2000/svg' width='40' height='40' viewBox='0 0 40 40'"
        return try ForeignPixels(SVG.self, Array("<svg \(head) \(root)>\(contents)</svg>".utf8))
    }

    private static let rect = "<rect width='40' height='40'"

    private static let colors: [(String, [Int])] = [
        ("\(rect) style='--a:red;fill:var(--a)'/>", [255, 0, 0]),
        ("<style>:root{--a:#0a0}rect{fill:var(--a)}</style>\(rect)/>", [0, 170, 0]),
        ("\(rect) style='fill:var(--none, blue)'/>", [0, 0, 255]),
        ("\(rect) fill='var(--icon, #33c)'/>", [51, 51, 204]),
        ("<style>:root{--a:#0a0;--b:var(--a)}</style>\(rect) fill='var(--b)'/>", [0, 170, 0]),
        ("\(rect) style='fill:var(--none, var(--also, #c0c))'/>", [204, 0, 204]),
        ("\(rect) fill='oklch(70% .15 200)'/>", [0, 185, 195]),
        ("\(rect) fill='oklab(0.5 0.1 -0.05)'/>", [136, 73, 126]),
        ("\(rect) fill='lab(50% 40 20)'/>", [185, 88, 87]),
        ("\(rect) fill='lch(50% 40 200)'/>", [0, 136, 141]),
        ("\(rect) fill='hwb(200 10% 10%)'/>", [26, 162, 230]),
        ("\(rect) fill='color(srgb 0.5 0.25 1)'/>", [128, 64, 255]),
        ("\(rect) fill='light-dark(red, blue)'/>", [255, 0, 0]),
        ("\(rect) fill='color(display-p3 0.2 0.7 0.3)'/>", [0, 182, 60]),
        ("\(rect) fill='color(xyz 0.2 0.3 0.1)'/>", [103, 164, 67]),
        ("\(rect) fill='color(a98-rgb 0.3 0.5 0.2)'/>", [29, 128, 40]),
        ("\(rect) fill='color(prophoto-rgb 0.3 0.5 0.2)'/>", [20, 155, 38]),
        ("\(rect) fill='color-mix(in srgb, red 30%, blue)'/>", [77, 0, 179]),
        ("\(rect) fill='COLOR-MIX(in oklab, red, blue)'/>", [140, 83, 162]),
        (
            "<style>:root{--a:red}rect{fill:color-mix(in srgb, var(--a), lime)}</style>\(rect)/>",
            [128, 128, 0]
        ),
        ("\(rect) fill='oklch(from blue l c calc(h * 1.1))'/>", [103, 0, 241]),
        ("\(rect) fill='rgb(from #336699 b g r)'/>", [153, 102, 51]),
        ("\(rect) fill='hsl(from red calc(h + 120) s l)'/>", [0, 255, 0]),
        (
            "<linearGradient id='g'><stop stop-color='oklch(70% .15 200)'/></linearGradient>"
                + "\(rect) fill='url(#g)'/>",
            [0, 185, 195]
        ),
        (
            "<linearGradient id='g'><stop style='stop-color:color-mix(in srgb, red, blue)'/>"
                + "</linearGradient>\(rect) fill='url(#g)'/>",
            [128, 0, 128]
        ),
        ("<style>@media screen{rect{fill:blue}}</style>\(rect)/>", [0, 0, 255]),
        ("<style>@media (min-width:10px){rect{fill:#0a0}}</style>\(rect)/>", [0, 170, 0]),
        ("<style>@media (min-width:90px){rect{fill:#0a0}}</style>\(rect)/>", [0, 0, 0]),
        (
            "<style>rect{fill:red}@media (prefers-color-scheme:dark){rect{fill:blue}}</style>\(rect)/>",
            [255, 0, 0]
        ),
        (
            "<style>@media (prefers-color-scheme:dark){:root{--a:red}}:root{--a:blue}"
                + "rect{fill:var(--a)}</style>\(rect)/>",
            [0, 0, 255]
        ),
        ("<style>@media not print{rect{fill:blue}}</style>\(rect)/>", [0, 0, 255]),
        ("<style media='print'>rect{fill:blue}</style>\(rect) fill='red'/>", [255, 0, 0]),
        ("<style>@supports (fill:blue){rect{fill:blue}}</style>\(rect)/>", [0, 0, 255]),
        ("<style>@layer a{rect{fill:blue}}</style>\(rect)/>", [0, 0, 255]),
        ("<style>:is(rect,circle){fill:blue}</style>\(rect)/>", [0, 0, 255]),
        ("<style>g :where(rect,circle){fill:blue}</style><g>\(rect)/></g>", [0, 0, 255]),
        ("<style>.a:is(rect, .b){fill:blue}</style>\(rect) class='a'/>", [0, 0, 255]),
        ("<style>g{ rect{fill:blue} }</style><g>\(rect)/></g>", [0, 0, 255]),
        ("<style>rect{ &amp;.a{fill:blue} }</style>\(rect) class='a'/>", [0, 0, 255]),
        (
            "<style>g &gt; rect{fill:blue} :is(circle){fill:red}</style>\(rect)/>",
            [0, 0, 0]
        ),
        ("<style>/* {{{ */ <![CDATA[@media all{rect{fill:blue}}]]></style>\(rect)/>", [0, 0, 255]),
        ("<rect style='width:calc(10px + 30px);height:calc(2 * 20px)' fill='red'/>", [255, 0, 0]),
        ("<rect style='width:min(40px,90px);height:max(9px, 40px)' fill='red'/>", [255, 0, 0]),
        ("<rect width='calc((1rem + 4px) * 2)' height='100vh' fill='red'/>", [255, 0, 0]),
    ]

    @Test(arguments: colors)
    func `draws the color that a browser shows`(contents: String, color: [Int]) throws {
        let picture = try drawn(contents)
        #expect(picture.notes == [])
        let pixel = picture.pixel(20, 20)
        for (found, expected) in zip(pixel, color + [255]) {
            #expect(abs(found - expected) <= 1, "\(pixel) instead of \(color)")
        }
    }

    @Test(
        arguments: [
            "style='transform-origin:20px 20px;transform:rotate(90deg)'",
            "transform-origin='20 20' transform='rotate(90)'",
            "style='transform-origin:center;transform:rotate(90deg)'",
            "transform-origin='50% 50%' transform='rotate(90)'",
        ]
    )
    func `turns around the origin that is stated`(attributes: String) throws {
        let picture = try drawn(
            "<rect x='10' y='10' width='20' height='10' fill='red' \(attributes)/>"
        )
        #expect(picture.notes == [])
        // Turned, it lies at 20 to 30 across and 10 to 30 down.
        #expect(picture.pixel(25, 28) == [255, 0, 0, 255])
        #expect(picture.pixel(15, 15)[3] == 0)
    }

    @Test func `draws a shadow as the primitives do that define it`() throws {
        func picture(_ filter: String) throws -> ForeignPixels {
            try drawn(
                "<filter id='f' x='-1' y='-1' width='3' height='3'>\(filter)</filter>"
                    + "<rect x='8' y='8' width='16' height='16' fill='red' filter='url(#f)'/>"
            )
        }
        let short = try picture(
            "<feDropShadow dx='4' dy='4' stdDeviation='2' flood-color='blue' flood-opacity='.5'/>"
        )
        let long = try picture(
            "<feGaussianBlur stdDeviation='2'/><feOffset dx='4' dy='4' result='s'/>"
                + "<feFlood flood-color='blue' flood-opacity='.5'/><feComposite in2='s' operator='in'/>"
                + "<feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge>"
        )
        #expect(short.bytes == long.bytes)
        #expect(short.pixel(26, 26)[3] > 60)
        let chained = try picture(
            "<feFlood flood-color='lime' x='12' y='12' width='8' height='8'/>"
                + "<feDropShadow dx='9' dy='0' stdDeviation='0' x='0' y='0' width='40' height='40'>"
                + "<title>a</title></feDropShadow>"
        )
        #expect(chained.pixel(15, 15) == [0, 255, 0, 255])
        #expect(chained.pixel(24, 15) == [0, 0, 0, 255])
    }

    private static let noted: [(String, DrawingNotes)] = [
        ("<style>.a{--c:red}.b{--c:blue}rect{fill:var(--c)}</style>\(rect)/>", .variables),
        ("<rect width='calc(50% + 2px)' height='9'/>", .math),
        ("\(rect) color='red' fill='color-mix(in srgb, currentColor, blue)'/>", .colors),
        ("\(rect) fill='device-cmyk(0 1 1 0)'/>", .colors),
        ("\(rect) fill='color(unknown 0 1 1)'/>", .colors),
        ("<style>@container (width > 9px){rect{fill:red}}</style>\(rect)/>", .conditions),
        ("<style>@media (any-pointer: fine){rect{fill:red}}</style>\(rect)/>", .conditions),
        ("<style>g:has(rect){fill:red}</style><g>\(rect)/></g>", .selectors),
        ("\(rect) style='rotate:20deg'/>", .properties),
        ("\(rect) style='clip-path:circle(9px)'/>", .properties),
        ("<path d='M0 0H9' stroke='red' vector-effect='non-scaling-stroke'/>", .properties),
        (
            "\(rect) style='transform-box:fill-box;transform-origin:center;transform:rotate(9deg)'/>",
            .transformOrigin
        ),
        ("\(rect)><animate attributeName='x' to='9' dur='1s'/></rect>", .animations),
        ("<foreignObject width='9' height='9'><p/></foreignObject>", .foreignObjects),
        ("<style>@font-face{font-family:a;src:url(data:font/woff2;base64,d09G)}</style>", .fonts),
    ]

    @Test(arguments: noted)
    func `notes what is drawn in another way`(contents: String, note: DrawingNotes) throws {
        #expect(try drawn(contents).notes == note)
    }

    @Test func `notes texts that are laid out in another way`() throws {
        for text in [
            "<text dominant-baseline='middle'>a</text>", "<text textLength='9'>a</text>",
            "<text rotate='1 2'>a</text>", "<text><textPath href='#a'>a</textPath></text>",
        ] {
            let file = "<svg xmlns='http://www.w3.org/2000/svg'>\(text)</svg>"
            let prepared = try SVG.prepared(Array(file.utf8).span, ForeignRequest())
            #expect(prepared.notes == .textLayout, "\(text)")
        }
    }

    @Test func `ends soon where values and rules multiply`() throws {
        let values = (0..<9).map {
            "--a\($0):" + String(repeating: "var(--a\($0 + 1)) ", count: 99)
        }
        let rules = String(repeating: "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p{", count: 8)
        let file =
            "<svg xmlns='http://www.w3.org/2000/svg'><style>:root{\(values.joined(separator: ";"));--a9:1}"
            + "rect{fill:var(--a0)}\(rules)fill:red</style></svg>"
        let start = ContinuousClock.now
        _ = try SVG.prepared(Array(file.utf8).span, ForeignRequest())
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `leaves an ordinary drawing as it is`() throws {
        for contents in [
            "\(Self.rect) fill='red'/>", "<style>rect{fill:red;stroke:#00f}</style>\(Self.rect)/>",
            "<g transform='translate(1,2) rotate(3)'><path d='M0 0L9 9'/></g>",
            "<linearGradient id='g'/>\(Self.rect) fill='url(#g)'/>", "<!-- var(--a) -->",
        ] {
            let file = "<svg xmlns='http://www.w3.org/2000/svg'>\(contents)</svg>"
            let prepared = try SVG.prepared(Array(file.utf8).span, ForeignRequest())
            #expect(prepared.bytes == nil, "\(contents)")
        }
    }

    @Test func `survives any bytes`() {
        let file = Array(
            """
            <svg xmlns='x' style='--a:b;transform:rotate(1);transform-origin:1px'><style>@media (a:b){c:is(d,e){f:\
            calc(1px*(2 + 3));g:var(--h,oklch(1 2 3/4))}}</style><feDropShadow a='b'><z/></feDropShadow>\
            <image href='data:image/x;base64,UklGRg=='/></svg>
            """.utf8
        )
        var generator = SystemRandomNumberGenerator()
        for index in file.indices {
            for byte in [
                0, UInt8(ascii: "("), UInt8(ascii: "\""),
                UInt8.random(in: 0...255, using: &generator),
            ] {
                var changed = file
                changed[index] = byte
                _ = try? SVG.prepared(changed.span, ForeignRequest(width: 9, height: 9))
            }
            _ = try? SVG.prepared(Array(file[..<index]).span, ForeignRequest())
        }
    }
}

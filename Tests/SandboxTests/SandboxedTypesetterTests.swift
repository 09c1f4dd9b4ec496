// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Sandbox
import Synchronization
import TestSupport
import Testing
import Typesetting

@Suite(
    .serialized,
    .enabled(
        if: (try? TextRaster.localIdentity()) != nil,
        "needs the packages libpangocairo-1.0-0 and fonts-dejavu-core"
    )
)
struct SandboxedTypesetterTests {
    private static let clip = PixelRect(x: 0, y: 0, width: 300, height: 120)

    private static func drawing(_ text: String, size: Double = 40) -> TextDrawing {
        TextDrawing(form(text, size: size), in: clip)
    }

    private static func form(_ text: String, size: Double = 40) -> TextForm {
        TextForm(
            text: text,
            family: "DejaVu Sans",
            size: size,
            frame: Rectangle(x: 10, y: 10, width: 280, height: 100)
        )
    }

    /// A text that ends its process by an assertion of Pango 1.50.
    ///
    /// An override of direction, a regional indicator with a skin tone, a thin space and a soft hyphen.
    private static let fatal = TextDrawing(
        TextForm(
            text: "\u{202E}\u{1F1FB}\u{1F3FB}\u{200A}\u{AD}",
            family: "DejaVu Sans",
            size: 80,
            frame: Rectangle(x: 0, y: 0, width: 48, height: 32)
        ),
        in: PixelRect(x: 0, y: 0, width: 48, height: 32)
    )

    private static func pool(
        limit: Int = 1,
        seconds: Int = 10,
        isPlanted: Bool = false
    ) throws -> ProcessPool {
        try ProcessPool(
            ProcessPool.Configuration(
                .texts,
                limit: limit,
                executable: Trial.program,
                seconds: seconds,
                isPlanted: isPlanted
            )
        )
    }

    private static func planted(_ fault: PlantedFault) -> TextDrawing {
        drawing("a\(PlantedFault.mark)\(fault.rawValue)")
    }

    /// The typesetting processes that this process has started.
    private static func children() throws -> [Int32] {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks.flatMap { task in
            let path = "/proc/self/task/\(task)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }.filter { process in
            let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            return words?.contains("\0\(TypesettingWorker.command)\0") == true
        }
    }

    @Test(
        arguments: ["Aa", "two\nlines", "שלום", "😀 and text", "e\u{301} \u{301}", " ", "→ ½"]
    )
    func `a process and this one draw the same plane`(text: String) throws {
        let typesetter = SandboxedTypesetter(try Self.pool())
        let drawing = Self.drawing(text)
        #expect(try typesetter.draw(drawing) == Pixels(drawing.drawn()))
    }

    @Test func `a form with all properties is drawn the same`() throws {
        var form = TextForm(
            runs: [
                .init(
                    "Runs ",
                    family: "serif",
                    size: 30.5,
                    weight: 700,
                    isItalic: true,
                    isUnderlined: true,
                    letterSpacing: -1.25
                ),
                .init("of", family: "monospace", size: 20, isStruck: true, isDrawn: false),
                .init(" styles, again and again", family: "DejaVu Sans", size: 24),
            ],
            frame: Rectangle(x: -3.5, y: 2.25, width: 200, height: 110),
            alignment: .justified,
            position: .bottom,
            wrapping: .character,
            direction: .rtl,
            lineHeight: 33.5,
            maximumLines: 2
        )
        let typesetter = SandboxedTypesetter(try Self.pool())
        for sigma in [nil, 2.5] {
            form.shadowSigma = sigma
            let drawing = TextDrawing(form, in: Self.clip)
            #expect(try typesetter.draw(drawing) == Pixels(drawing.drawn()))
        }
    }

    @Test func `a process has the fonts and libraries of this one`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool())
        #expect(typesetter.knownIdentity == nil)
        let identity = try typesetter.identity()
        #expect(identity == (try TextRaster.localIdentity()))
        #expect(typesetter.knownIdentity == identity)
    }

    @Test func `a text that aborts Pango is refused, and the next text is drawn`() throws {
        let pool = try Self.pool()
        let typesetter = SandboxedTypesetter(pool)
        let good = Self.drawing("good")
        let plane = try typesetter.draw(good)
        let refusal = TypesettingError.breaksLibraries(text: Self.fatal.form.text)
        #expect(throws: refusal) { try typesetter.draw(Self.fatal) }
        #expect(try typesetter.draw(good) == plane)
        // One that had drawn another text, and a fresh one.
        #expect(pool.counts.lost == 2)
        #expect(throws: refusal) { try typesetter.draw(Self.fatal) }
        #expect(pool.counts.lost == 2, "it is not tried again")
    }

    @Test(
        arguments: PlantedFault.allCases.filter { ![.loop, .secret, .hoard].contains($0) }
    )
    func `a fault spoils one text, and the next one is drawn by a new process`(
        fault: PlantedFault
    ) throws {
        let pool = try Self.pool(isPlanted: true)
        let typesetter = SandboxedTypesetter(pool)
        let good = Self.drawing("good")
        let plane = try typesetter.draw(good)
        let bad = Self.planted(fault)
        var reasons: [String] = []
        #expect(throws: TypesettingError.breaksLibraries(text: bad.form.text)) {
            try typesetter.draw(bad, onFailure: { reasons.append($0) })
        }
        #expect(reasons.count == 2)
        switch fault {
        case .file, .socket, .exec, .fork, .code:
            #expect(reasons.last?.hasSuffix("killed for a forbidden system call") == true)
        case .crash, .memory: #expect(reasons.last?.contains("the typesetting process") == true)
        case .babble, .deafness, .emptiness:
            #expect(reasons.last?.hasSuffix("malformed message") == true)
        case .silence: #expect(reasons.last?.hasSuffix("ended by itself with status 0") == true)
        case .loop, .secret, .hoard: break
        }
        #expect(!FileManager.default.fileExists(atPath: PlantedFault.path))
        #expect(try typesetter.draw(good) == plane)
    }

    @Test func `a process cannot read a file that is no font`() throws {
        let pool = try Self.pool(isPlanted: true)
        let typesetter = SandboxedTypesetter(pool)
        // One that could read it would have ended.
        _ = try typesetter.draw(Self.planted(.secret))
        #expect(pool.counts.lost == 0)
    }

    @Test func `an endless loop ends with its processor time`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool(seconds: 1, isPlanted: true))
        let bad = Self.planted(.loop)
        var reason = ""
        #expect(throws: TypesettingError.breaksLibraries(text: bad.form.text)) {
            try typesetter.draw(bad, onFailure: { reason = $0 })
        }
        #expect(reason.hasSuffix("killed for its CPU time"))
    }

    @Test func `an endless loop ends when nobody waits for it any more`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool(isPlanted: true))
        _ = try typesetter.identity()
        let began = ContinuousClock.now
        #expect(throws: TypesettingError.interrupted) {
            try typesetter.draw(
                Self.planted(.loop),
                shouldContinue: { ContinuousClock.now < began + .milliseconds(300) }
            )
        }
        #expect(ContinuousClock.now < began + .seconds(3))
        _ = try typesetter.draw(Self.drawing("good"))
    }

    @Test func `a killed typesetting process costs no text an error`() async throws {
        let typesetter = SandboxedTypesetter(try Self.pool(limit: 2))
        let drawing = Self.drawing("good")
        let plane = try typesetter.draw(drawing)
        for process in try Self.children() { kill(process, SIGKILL) }
        #expect(try typesetter.draw(drawing) == plane, "killed while idle")
        let end = ContinuousClock.now + .seconds(2)
        let results = await withTaskGroup(of: [Bool].self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var results: [Bool] = []
                    while ContinuousClock.now < end {
                        results.append((try? typesetter.draw(drawing)) == plane)
                    }
                    return results
                }
            }
            group.addTask {
                while ContinuousClock.now < end {
                    // Far apart, so that no text meets two kills.
                    try? await Task.sleep(for: .milliseconds(500))
                    if let process = try? Self.children().first { kill(process, SIGKILL) }
                }
                return []
            }
            return await group.reduce([], +)
        }
        #expect(!results.isEmpty)
        #expect(results.allSatisfy { $0 }, "killed while drawing")
    }

    @Test func `errors about fonts are those of this process`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool())
        #expect(throws: TypesettingError.missingGlyph("\u{10FFFD}")) {
            try typesetter.draw(Self.drawing("b\u{10FFFD}"))
        }
        var form = Self.form("a")
        form.runs[0].family = "No Such Font"
        #expect(throws: TypesettingError.unknownFamily("No Such Font")) {
            try typesetter.draw(TextDrawing(form, in: Self.clip))
        }
    }

    @Test func `a text that was planned with other fonts is not drawn`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool())
        let other = TextDrawing(Self.form("a"), in: Self.clip, identity: "of yesterday")
        #expect(throws: TypesettingError.fontsChanged) { try typesetter.draw(other) }
        let current = TextDrawing(
            Self.form("a"),
            in: Self.clip,
            identity: try typesetter.identity()
        )
        _ = try typesetter.draw(current)
    }

    @Test func `every thread of a process is fenced`() throws {
        let typesetter = SandboxedTypesetter(try Self.pool())
        _ = try typesetter.draw(Self.drawing("good"))
        let children = try Self.children()
        #expect(children.count == 1)
        for process in children {
            let folder = "/proc/\(process)/task"
            let tasks = try FileManager.default.contentsOfDirectory(atPath: folder)
            for task in tasks {
                let status = try String(contentsOfFile: "\(folder)/\(task)/status", encoding: .utf8)
                #expect(status.contains("\nSeccomp:\t2\n"))
                #expect(status.contains("\nNoNewPrivs:\t1\n"))
            }
        }
    }
}

extension SandboxedTypesetterTests {
    @Test func `a codec process draws the texts of a drawing with the installed fonts`() throws {
        let host = CodecHost(try Trial.pool())
        func rows(_ text: String) throws -> [UInt8] {
            let svg =
                "<svg xmlns='http://www.w3.org/2000/svg' width='48' height='32'>"
                + "<text y='24' font-family='DejaVu Sans' font-size='20'>\(text)</text></svg>"
            var picture = Trial.picture(.rgba, .svg)
            picture.allowance = CodecAllowance(byteCount: 64 << 20, price: .seconds(10))
            return try host.rows(Array(svg.utf8), picture)
        }
        let (first, second) = (try rows("Ag"), try rows("gA"))
        #expect(first.contains { $0 == 255 } && first != second)
        #expect(try rows("Ag") == first)
        // A blank is no box of a missing font.
        #expect(try rows(" ").allSatisfy { $0 == 0 })
    }
}

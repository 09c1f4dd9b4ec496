// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct TokenLineTests {
    private static let secret = "0123456789abcdef"

    private static func fault(_ line: String) -> TokenLineFault? {
        do throws(TokenLineFault) {
            _ = try TokenLine.token(in: line[...])
            return nil
        } catch {
            return error
        }
    }

    @Test
    func `allows everything where a line is a token alone`() throws {
        let token = try TokenLine.token(in: Self.secret[...])
        #expect(token == AccessToken(Self.secret))
        #expect(token.scopes == Set(AccessScope.allCases))
        #expect(token.name == nil)
        #expect(token.quota.isUnlimited)
    }

    @Test
    func `reads name, scopes and quotas in any order and with any blanks`() throws {
        let line = "\(Self.secret)\t scopes=render,read  requests=600 name=web-1 megapixels=2000"
        let token = try TokenLine.token(in: line[...])
        #expect(token.secret == Self.secret)
        #expect(token.name == "web-1")
        #expect(token.scopes == [.render, .read])
        #expect(token.quota.requests == 600)
        #expect(token.quota.pixels == 2_000_000_000)
    }

    @Test(
        arguments: [
            ("0123456789abcde", TokenLineFault.secret), ("name=web", .secret),
            ("0123456789abcdéf", .secret),
            ("\(secret) web", .setting), ("\(secret) nam=web", .unknown(suggestion: "name")),
            ("\(secret) colour=red", .unknown(suggestion: nil)),
            ("\(secret) name=a name=b", .repeated(.name)), ("\(secret) name=", .value(.name)),
            ("\(secret) name=a,b", .value(.name)),
            ("\(secret) name=\(String(repeating: "a", count: 33))", .value(.name)),
            ("\(secret) scopes=", .value(.scopes)), ("\(secret) scopes=render,", .value(.scopes)),
            ("\(secret) scopes=write", .value(.scopes)),
            ("\(secret) requests=0", .value(.requests)),
            ("\(secret) requests=-1", .value(.requests)),
            ("\(secret) requests=1000000001", .value(.requests)),
            ("\(secret) megapixels=1.5", .value(.megapixels)),
        ]
    )
    func `refuses lines of another form, by the rule that they break`(
        line: String,
        fault: TokenLineFault
    ) {
        #expect(Self.fault(line) == fault)
    }

    @Test
    func `keeps secrets out of faults and of descriptions`() {
        let line = "\(Self.secret) name=Secret-Name-Of-Much-More-Than-32-Characters"
        #expect(Self.fault(line)?.sentence.contains("ecret") == false)
        #expect(!"\(AccessToken(Self.secret))".contains(Self.secret))
        var text = ""
        dump(AccessToken(Self.secret), to: &text)
        #expect(!text.contains(Self.secret))
    }

    @Test(arguments: ["", "#", "# web", "#\tweb"])
    func `takes comments for what they are`(line: String) {
        #expect(TokenLine.isBlank(line[...]))
    }

    @Test
    func `still takes a token that begins with a number sign`() throws {
        let line = "#0123456789abcdef"
        #expect(!TokenLine.isBlank(line[...]))
        #expect(try TokenLine.token(in: line[...]).secret == line)
    }

    @Test
    func `finds tokens of several files that contradict each other, with the line`() {
        let files = [
            "t": "# old\n\(Self.secret) name=web requests=5\n",
            "u": "\(Self.secret)1 name=web requests=6\n\(Self.secret)\n\(Self.secret)2 nam=x\n",
        ]
        #expect(
            ConfigurationReaderTests.faults(
                ["--token-file", "t", "--token-file", "u", "--listen", "0.0.0.0:80"],
                files: files
            ) == [
                "'u', line 1: line 2 of t has the same name and another quota",
                "'u', line 2: line 2 of t has the same token",
                "'u', line 3: there is no such key; did you mean name?",
            ]
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReader {
    /// Reads the token files, and reports every line that breaks a rule.
    mutating func readTokens(into configuration: inout Configuration) {
        guard !configuration.tokenFiles.isEmpty else { return }
        guard configuration.token == nil else { return fault(.whole, .twoTokens) }
        var places = TokenPlaces()
        for path in configuration.tokenFiles {
            guard case .success(let text) = read(path, for: .whole) else {
                // Avoids a second error about a missing token.
                configuration.isInsecure = true
                continue
            }
            let lines = lines(of: text).filter { !TokenLine.isBlank($0.text) }
            if lines.isEmpty { fault(.whole, .emptyTokenFile(path: path)) }
            for (number, line) in lines {
                do throws(TokenLineFault) {
                    let token = try TokenLine.token(in: line)
                    try places.add(token, at: "line \(number) of \(path)")
                    configuration.fileTokens.append(token)
                } catch {
                    fault(.file(path: path, line: number, key: ""), .tokenLine(error))
                    // Avoids a second error about a missing token.
                    configuration.isInsecure = true
                }
            }
        }
    }

    /// Reads the file of signing keys.
    mutating func readSigningKeys(into configuration: inout Configuration) {
        configuration.signingKeys = keys(in: configuration.signingKeyFile)
    }

    /// Reads the file with the key of cache tags, its first.
    mutating func readTagKey(into configuration: inout Configuration) {
        configuration.caching.tagKey = keys(in: configuration.caching.tagKeyFile).first
    }

    /// Reads a file of keys, and reports every line that breaks a rule.
    private mutating func keys(in path: String?) -> [SigningKey] {
        guard let path, case .success(let text) = read(path, for: .whole) else { return [] }
        var keys: [SigningKey] = []
        let lines = lines(of: text).filter { !TokenLine.isBlank($0.text) }
        if lines.isEmpty { fault(.whole, .emptyKeyFile(path: path)) }
        for (number, line) in lines {
            do throws(SigningKeyFault) {
                let key = try SigningKey(line: line)
                if keys.contains(where: { $0.id == key.id }) { throw .known }
                keys.append(key)
            } catch {
                fault(.file(path: path, line: number, key: ""), .keyLine(error))
            }
        }
        return keys
    }

    /// Splits a text into lines, numbered from 1, without the blanks around each.
    func lines(of text: String) -> [(number: Int, text: Substring)] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { ($0.offset + 1, $0.element.trimmingBlanks) }
    }
}

/// The places where tokens and names first occur in files, to report contradictions.
private struct TokenPlaces {
    private var secrets: [String: String] = [:]
    private var names: [String: (quota: Quota, place: String)] = [:]

    mutating func add(_ token: AccessToken, at place: String) throws(TokenLineFault) {
        if let first = secrets[token.secret] { throw .known(place: first) }
        secrets[token.secret] = place
        guard let name = token.name else { return }
        if let first = names[name], first.quota != token.quota {
            throw .otherQuota(place: first.place)
        }
        names[name] = (token.quota, place)
    }
}

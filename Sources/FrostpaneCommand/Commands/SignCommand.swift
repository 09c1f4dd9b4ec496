// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Service

/// `frostpane sign`: signs addresses, so that requests to them need no token.
enum SignCommand: Subcommand {
    static let summary = CommandSummary(
        name: "sign",
        abstract: "Sign addresses, so that they need no token.",
        usage: "frostpane sign ADDRESS... --signing-keys FILE [options]",
        discussion: """
            Prints each address with key-id, expires and signature. The server must have the same keys. \
            The path and all parameters are signed; what stands before /v1/, such as a host, is not.
            """
    )

    static let operands: Operands? = Operands(
        name: "address",
        sentence: "The addresses, such as '/v1/images/DIGEST/render?blur=20', or whole URLs."
    )

    static let sections: [any OptionSection.Type] = [SigningSection.self]

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        var reader = OptionReader(arguments, sections)
        if reader.operands.isEmpty { reader.faults.append("name an address to sign") }
        let expiry = reader.value(of: .expires).flatMap { text in
            let expiry = Expiry(text, now: Int(Date.now.timeIntervalSince1970))
            if expiry == nil {
                reader.faults.append("--expires takes \(OptionRow.expires.allowed)")
            }
            return expiry
        }
        let id = reader.value(of: .keyID)
        let keys = reader.signingKeys(environment)
        let key = id.map { id in keys.first { $0.id == id } } ?? keys.first
        if key == nil, !keys.isEmpty { reader.faults.append("there is no key with that name") }
        guard reader.faults.isEmpty, let key else { throw Complaint(.usage, reader.faults) }
        var lines = ""
        for address in reader.operands {
            do throws(SigningFault) {
                lines += try AddressSignature.signed(address, by: key, until: expiry?.time) + "\n"
            } catch {
                throw Complaint(.usage, "\(Quoted(address)): \(error.sentence)")
            }
        }
        return try Streams.print(lines)
    }
}

/// The time at which a signed address expires, as `--expires` takes it.
struct Expiry {
    /// The time in seconds since 1970.
    let time: Int

    /// Parses a number of seconds since 1970, or a duration from now such as `90min`, `12h` or `30d`.
    init?(_ text: String, now: Int) {
        let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1), ("", 1)]
        let number = text.prefix { ("0"..."9").contains($0) }
        guard let count = Int(number),
            let unit = units.first(where: { $0.0 == text[number.endIndex...] })
        else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit.1)
        guard !overflow else { return nil }
        let (time, isTooLate) = seconds.addingReportingOverflow(unit.0.isEmpty ? 0 : now)
        guard !isTooLate else { return nil }
        self.time = time
    }
}

extension OptionReader {
    /// Reads the signing keys from the file that the option or its variable names.
    mutating func signingKeys(_ environment: Environment) -> [SigningKey] {
        let option = SigningSection.keys
        let named = settings.filter { $0.name == option.key }.map { "--\($0.name)=\($0.value)" }
        if named.isEmpty, environment[option.environment] == nil {
            faults.append("name the key file: --\(option.key) FILE")
            return []
        }
        do {
            return try ConfigurationReader.read(
                arguments: named,
                environment: environment.filter { $0.key == option.environment }
            ).signingKeys
        } catch {
            faults += error.faults.map(\.description)
            return []
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
package import Platform

/// A handle of libcurl for HTTP requests, with the connections that it keeps for reuse.
///
/// Belongs to one thread at a time, and may go from one to the next.
// SAFETY: a thread that takes a handle out of the list has it alone; libcurl allows that on any
// thread.
@safe
package final class Curl: @unchecked Sendable {
    /// The time limits of a request, and the size limit of its response.
    package struct Limits: Hashable, Sendable {
        /// The longest time to connect to the server.
        package var connecting = Duration.seconds(1)
        /// The longest time from the end of the request to the first byte of the response.
        package var firstByte = Duration.seconds(2)
        /// The lowest accepted transfer speed, in bytes per second, averaged over ``slowness``.
        package var leastSpeed = 10 << 10
        /// The time for which a transfer may be slower than ``leastSpeed`` before it is ended.
        package var slowness = Duration.seconds(5)
        /// The longest time for the whole request; nil for no limit.
        package var whole: Duration?
        /// The longest response body that is kept in memory, in bytes.
        package var byteCount: Int

        /// Creates the default limits, suitable for an object store.
        ///
        /// - Parameter byteCount: The longest body of an answer that is kept; zero where a receiver takes it.
        package init(byteCount: Int) { self.byteCount = byteCount }
    }

    /// The HTTP response of a server.
    package struct Answer: Sendable {
        /// The HTTP status code.
        package let status: Int
        /// The HTTP header fields, with lowercase names.
        package let fields: [String: String]
        /// The response body; empty if a ``Guard`` received it.
        package let body: [UInt8]

        /// Creates a response.
        package init(status: Int, fields: [String: String], body: [UInt8]) {
            self.status = status
            self.fields = fields
            self.body = body
        }
    }

    /// The reason why a request got no complete response.
    package enum Failure: Error, Hashable, Sendable {
        /// The connection ended before the response was complete; a retry may succeed.
        case stale(reason: String)
        /// The server could not be reached, or TLS failed.
        case unreachable(reason: String)
        /// A limit of time or of speed was exceeded.
        case tooSlow
        /// The response body is longer than the limit.
        case tooLong
        /// The host has no address to which connections are allowed.
        case forbidden
        /// The request failed for another reason, given in words.
        case failed(reason: String)
    }

    /// The callbacks for a server that is not trusted: they check its addresses and receive the
    /// body in pieces.
    package struct Guard {
        /// Whether a connection to an address is allowed; called after the name was resolved,
        /// before each connection.
        package let allows: (IPAddress) -> Bool

        /// Receives the next bytes of the body, with the HTTP status; returns false to end the
        /// transfer.
        package let receive: (_ status: Int, Span<UInt8>) -> Bool

        /// Creates a guard from its two callbacks.
        package init(
            allows: @escaping (IPAddress) -> Bool,
            receive: @escaping (_ status: Int, Span<UInt8>) -> Bool
        ) {
            self.allows = allows
            self.receive = receive
        }
    }

    // SAFETY: owned by this object alone, freed in `deinit`; a thread that takes the object out of
    // a list has it alone.
    private let handle: OpaquePointer

    /// Creates a handle; nil if libcurl is not installed, or memory is short.
    package init?() {
        // SAFETY: the call takes no pointers.
        guard let handle = unsafe ccurl_create() else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        // SAFETY: no other thread has the handle.
        unsafe ccurl_destroy(handle)
    }

    /// Sends a request and waits for the answer.
    ///
    /// Redirections are answers like others, and are not followed.
    ///
    /// - Parameters:
    ///   - method: The method; an answer to `HEAD` has no body.
    ///   - url: The address, encoded.
    ///   - fields: The fields to send; those with an empty value are left out of what libcurl adds.
    ///   - body: The body; nil for none.
    ///   - limits: The longest waits.
    ///   - guarding: Decides about addresses and takes the body; nil to connect anywhere and keep the body.
    /// - Returns: The answer, of any status; also one whose body was not taken to its end.
    /// - Throws: ``Failure``.
    package func perform(
        _ method: String,
        _ url: String,
        fields: [(name: String, value: String)],
        body: [UInt8]?,
        limits: Limits,
        guarding: Guard? = nil
    ) throws(Failure) -> Answer {
        let lines = fields.map { "\($0.name):\($0.value.isEmpty ? "" : " \($0.value)")" }
        let isHead = method == "HEAD"
        let callbacks = guarding.map(CurlCallbacks.init)
        // SAFETY: all pointers stay valid for the call, and it keeps none of them; the callbacks
        // live until its end.
        var response = unsafe ccurl_response()
        let status = unsafe method.withCString { method in
            unsafe url.withCString { url in
                unsafe Self.withCStrings(lines) { lines in
                    unsafe (body ?? []).withUnsafeBufferPointer { bytes in
                        let context = unsafe callbacks.map {
                            unsafe Unmanaged.passUnretained($0).toOpaque()
                        }
                        var request = unsafe ccurl_request(
                            method: method,
                            url: url,
                            fields: lines,
                            body: bytes.baseAddress,
                            body_length: bytes.count,
                            has_body: body != nil,
                            is_head: isHead,
                            connect_time: Int(limits.connecting / .milliseconds(1)),
                            first_byte_time: Int(limits.firstByte / .milliseconds(1)),
                            least_speed: limits.leastSpeed,
                            least_speed_time: Int(limits.slowness / .seconds(1)),
                            total_time: Int((limits.whole ?? .zero) / .milliseconds(1)),
                            body_limit: limits.byteCount,
                            receive: callbacks == nil ? nil : CurlCallbacks.receive,
                            allows: callbacks == nil ? nil : CurlCallbacks.allows,
                            context: context
                        )
                        return withExtendedLifetime(callbacks) {
                            unsafe ccurl_perform(handle, &request, &response)
                        }
                    }
                }
            }
        }
        // SAFETY: the message ends with NUL, in memory of the handle.
        let reason = unsafe response.message.map { unsafe String(cString: $0) } ?? ""
        switch status {
        case CCURL_OK, CCURL_STOPPED: break
        case CCURL_UNREACHABLE: throw .unreachable(reason: reason)
        case CCURL_TOO_SLOW: throw .tooSlow
        case CCURL_STALE: throw .stale(reason: reason)
        case CCURL_TOO_LONG: throw .tooLong
        case CCURL_FORBIDDEN: throw .forbidden
        // Foreign: an enumeration of C may have any value.
        default: throw .failed(reason: reason)
        }
        // SAFETY: both belong to the handle; it keeps them until its next request.
        let fieldBytes = unsafe Self.bytes(response.fields, response.fields_length)
        let bodyBytes = unsafe Self.bytes(response.body, response.body_length)
        unsafe ccurl_forget(handle)
        return Answer(
            status: unsafe response.status,
            fields: Self.fields(in: String(decoding: fieldBytes, as: UTF8.self)),
            body: bodyBytes
        )
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        // SAFETY: the caller passes the beginning and the length of one buffer.
        unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        // SAFETY: the copies live until the end of this call, and the list ends with NULL.
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let list = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe list.withUnsafeBufferPointer { list in
            guard let start = list.baseAddress else { preconditionFailure("a list has an end") }
            return unsafe body(start)
        }
    }

    private static func fields(in text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), parts[1].trimmed)
            // Several lines of a name are one list: RFC 9110, section 5.3.
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        return fields
    }
}

/// Passes the callbacks of one request to C functions.
private final class CurlCallbacks {
    private let guarding: Curl.Guard

    init(_ guarding: Curl.Guard) { self.guarding = guarding }

    static let receive:
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafePointer<UInt8>, Int) -> Bool = {
            context,
            status,
            bytes,
            count in
            // SAFETY: the context is the object of the request that is being performed.
            guard let context = unsafe context else { return false }
            let callbacks = unsafe Unmanaged<CurlCallbacks>.fromOpaque(context)
                .takeUnretainedValue()
            // SAFETY: the library passes the beginning and the length of one buffer, valid for the call.
            let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
            return callbacks.guarding.receive(status, unsafe buffer.span)
        }

    static let allows:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<sockaddr>, Int) -> Bool = {
            context,
            address,
            length in
            // SAFETY: as before.
            guard let context = unsafe context else { return false }
            let callbacks = unsafe Unmanaged<CurlCallbacks>.fromOpaque(context)
                .takeUnretainedValue()
            // SAFETY: the address has the length that is passed with it.
            let bytes = unsafe UnsafeRawBufferPointer(start: address, count: length)
            guard let address = unsafe SocketAddress(copying: bytes)?.numeric else { return false }
            return callbacks.guarding.allows(address)
        }
}

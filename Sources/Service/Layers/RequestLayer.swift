// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// A concern of every request, such as quotas or the log, applied around the functions of the endpoints.
///
/// The layers and their order are ``RequestLayers/init(_:_:)``. A layer sees each request twice: before its address is
/// looked up, so that a remembered rendering needs no look-up, and at its address. It adds fields to each
/// response, and takes part in the end of the exchange.
protocol RequestLayer: Sendable {
    /// Checks a request before its address is looked up, or completes what is known of it.
    func admit(_ request: inout RequestContext) throws(ServiceError)

    /// Checks a request at its address.
    ///
    /// - Returns: The fields of a 204 that answers in place of the endpoint; nil to go on.
    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields?

    /// The fields that the layer adds to each response to a request.
    func fields(for names: RequestNames) -> [PreparedResponse.Field]

    /// Takes note of an exchange that has ended.
    func note(_ record: ExchangeRecord, _ facts: RequestFacts.Values?)
}

extension RequestLayer {
    func admit(_: inout RequestContext) throws(ServiceError) {}
    func admit(_: RequestContext, at _: Address) throws(ServiceError) -> HTTPFields? { nil }
    func fields(for _: RequestNames) -> [PreparedResponse.Field] { [] }
    func note(_: ExchangeRecord, _: RequestFacts.Values?) {}
}

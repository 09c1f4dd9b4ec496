// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// All layers around the functions of the endpoints, the outermost first.
struct RequestLayers: Sendable {
    private let layers: [any RequestLayer]

    /// Creates the layers in their order.
    init(_ access: AccessControl, _ monitoring: Monitoring) {
        layers = [
            MetricsLayer(monitoring),
            LogLayer(monitoring.log),
            IdentifierLayer(),
            OriginLayer(policy: access.origins),
            CredentialLayer(access),
            QuotaLayer(),
            HostLayer(names: access.hosts),
            FieldLengthLayer(),
            MethodLayer(),
            PresetLayer(access),
        ]
    }

    /// Creates a stack without layers.
    init() { layers = [] }

    /// Lets each layer check a request before its address is looked up.
    func admit(_ request: inout RequestContext) throws(ServiceError) {
        for layer in layers { try layer.admit(&request) }
    }

    /// Lets each layer check a request at its address.
    ///
    /// - Returns: The fields of a 204 that answers in place of the endpoint; nil to go on.
    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields? {
        for layer in layers {
            if let fields = try layer.admit(request, at: address) { return fields }
        }
        return nil
    }

    /// The fields that the layers add to each response to a request.
    func fields(for names: RequestNames) -> [PreparedResponse.Field] {
        var fields: [PreparedResponse.Field] = []
        for layer in layers { fields += layer.fields(for: names) }
        return fields
    }

    /// Lets each layer take note of an exchange that has ended.
    func note(_ record: ExchangeRecord) {
        let facts = record.facts
        for layer in layers { layer.note(record, facts) }
    }
}

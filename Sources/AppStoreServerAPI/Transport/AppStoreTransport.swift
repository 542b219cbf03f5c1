/// A request as it leaves this machine.
package struct AppStoreRequest: Hashable, Sendable {
  package var method: AppStoreCall.Method
  package var url: String
  package var headers: [Header]
  package var body: [UInt8]?

  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String
  }
}

/// A whole answer.
package struct AppStoreResponse: Hashable, Sendable {
  package var status: Int
  package var headers: [AppStoreRequest.Header] = []
  package var body: [UInt8] = []

  /// The first header of a name, in any case.
  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }
}

/// The reason why there is no whole answer.
package enum TransportFailure: Error, Hashable, Sendable {
  case timedOut
  case unreachable(String)
  /// Longer than the limit, or compressed although no compression was asked for.
  case refusedAnswer(String)
  case cancelled
}

/// Sends a request once: over TLS that is verified, without following redirects.
package struct AppStoreTransport: Sendable {
  package var send: @Sendable (AppStoreRequest) async throws(TransportFailure) -> AppStoreResponse

  package init(
    _ send:
      @escaping @Sendable (AppStoreRequest) async throws(TransportFailure) ->
      AppStoreResponse
  ) {
    self.send = send
  }
}

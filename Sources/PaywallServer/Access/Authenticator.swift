package import HTTPDocuments
package import HTTPTransport
package import HTTPTypes

/// Identifies the caller by the keys of the release that answers the request.
package struct Authenticator: Sendable {
  /// Whether the process serves development only and may run without keys
  /// (`Settings.reasonsForKeys` is empty).
  package var isDevelopment: Bool

  package func caller(
    _ head: HTTPRequest, keys: APIKeys, from peer: ClientAddress
  ) throws(Problem) -> Caller {
    guard !keys.isEmpty else {
      try checkKeyless(from: peer)
      try Keyless.admit(head)
      return .keyless
    }
    guard let key = try Self.key(in: head) else {
      throw Problem(
        .keyRequired, "Send a key: 'Authorization: Bearer …' or 'X-API-Key: …'.",
        field: "Authorization", headers: [.wwwAuthenticate: "Bearer"])
    }
    guard let caller = keys.caller(with: key) else {
      throw Problem.unknownKey(field: "Authorization")
    }
    return caller
  }

  /// Checks what must hold for a request without a key, whatever its head.
  private func checkKeyless(from peer: ClientAddress) throws(Problem) {
    guard isDevelopment else {
      throw Problem.keysRequired("This server has no keys and is set up for more than development")
    }
    guard peer.isLoopback else {
      throw Problem.keysRequired("This server has no keys, so it answers its own machine only")
    }
  }

  /// The key of a request; `nil` without one.
  private static func key(in head: HTTPRequest) throws(Problem) -> String? {
    var keys: [String] = []
    for field in head.headerFields {
      if field.name == .xAPIKey {
        keys.append(field.value)
      } else if field.name == .authorization {
        let words = field.value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { continue }
        keys.append(String(words[1].drop { $0 == " " }))
      }
    }
    guard keys.dropFirst().allSatisfy({ $0.utf8.elementsEqual(keys[0].utf8) }) else {
      throw Problem(
        .ambiguousKey, "Authorization and X-API-Key carry different keys; send one.",
        field: "X-API-Key", headers: [.wwwAuthenticate: "Bearer"])
    }
    return keys.first
  }
}

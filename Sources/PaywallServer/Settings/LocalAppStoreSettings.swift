package import PaywallAPI

/// A local App Store that the server trusts instead of Apple's. Nothing that it sells is real: its
/// facts are those of the sandbox, in a ledger of their own, and its offers are signed with a
/// throw-away key.
package struct LocalAppStoreSettings: Hashable, Sendable {
  package var url: String
  /// The token of a store that others can reach.
  package var token: String?
  /// Its root certificate in DER, which the store is asked for.
  package var root: [UInt8] = []

  var warning: String {
    "the local App Store at \(url) is trusted instead of Apple's: what Apple signs is refused, every purchase is simulated and of the sandbox, and the clock is that of its world"
  }

  var reason: ReadinessReason {
    ReadinessReason(
      "localAppStore",
      "a local App Store is trusted instead of Apple's; purchases are simulated", .note)
  }
}

extension ReadinessReason {
  /// The clock stands, and no notification comes.
  package static let localAppStoreUnreachable = ReadinessReason(
    "localAppStoreUnreachable",
    "the local App Store does not answer, so the clock stands; start it again", .degrading)
}

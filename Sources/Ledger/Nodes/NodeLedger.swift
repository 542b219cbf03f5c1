package import PaywallCatalog

/// A ledger that several servers share, and that knows them.
package protocol NodeLedger: SessionLedger {
  /// Writes a server's report on itself, and compares its clock with the database's.
  ///
  /// - Parameter clock: the server's, read before and after the database's.
  /// - Returns: all servers that were heard in the last hour, this one among them.
  func announce(
    _ report: NodeReport, clock: @escaping @Sendable () -> Timestamp
  ) async throws(LedgerFailure) -> [ServerNode]

  /// Takes a server that ends off the list.
  func withdraw(_ id: String) async throws(LedgerFailure)

  /// All servers that were heard in the last hour, by name.
  func nodes() async throws(LedgerFailure) -> [ServerNode]

  /// Milliseconds since the changes of other servers were read; `nil` before the ledger is open.
  var changeLag: Int64? { get }
}

/// A ledger that knows which sessions were ended before their end, on any server.
package protocol SessionLedger: Sendable {
  /// Keeps until the end of a session that it was ended before.
  ///
  /// - Parameter mark: SHA-256 of what names it.
  func endSession(_ mark: [UInt8], until end: Timestamp) async throws(LedgerFailure)

  func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool
}

/// A server's report on itself.
package struct NodeReport: Sendable {
  /// The id of its state folder.
  package var id: String
  /// The name for people: `host:port`.
  package var name: String
  package var version: String
  package var release: String
  /// The start by the server's clock.
  package var startedAt: Timestamp
  package var secrets: [NodeSecret]

  package init(
    id: String, name: String, version: String, release: String, startedAt: Timestamp,
    secrets: [NodeSecret] = []
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.release = release
    self.startedAt = startedAt
    self.secrets = secrets
  }
}

/// A secret that every server needs alike. It is never written: a ledger keeps its HMAC-SHA-256 under
/// the ledger's own key, cut to 64 bits.
package struct NodeSecret: Sendable {
  /// `preview.key`; without blanks and `=`.
  package var name: String
  package var content: [UInt8]

  package init(_ name: String, _ content: [UInt8]) {
    self.name = name
    self.content = content
  }
}

/// A server as a ledger knows it.
package struct ServerNode: Hashable, Sendable {
  package var id: String
  package var name: String
  package var version: String
  package var release: String
  /// The start by the database's clock, as `seenAt`.
  package var startedAt: Timestamp
  package var seenAt: Timestamp
  /// Milliseconds since then, when it was read.
  package var silence: Int64
  /// Milliseconds by which its clock was at least ahead of the database's; negative behind it.
  package var clock: Int64
  /// Milliseconds since it had read the changes of other servers.
  package var lag: Int64
  /// Digests of its secrets, by name.
  package var secrets: [String: String]

  /// A server writes its row every two seconds.
  package var isSilent: Bool { silence > Self.longestSilence }

  /// Milliseconds.
  package static let longestSilence: Int64 = 15_000
  /// Milliseconds. A node does not use its memory of others after one second, and reads instead.
  package static let longestLag: Int64 = 2_000
  /// Milliseconds. Days of limits, schedules and leases of jobs hang on clocks.
  package static let clockTolerance: Int64 = 1_000
}

extension ServerNode {
  package init(_ row: some LedgerRow) throws {
    self.init(
      id: try row.required(0), name: try row.required(1), version: try row.required(2),
      release: try row.required(3), startedAt: row.moment(4) ?? .epoch,
      seenAt: row.moment(5) ?? .epoch, silence: max(0, row.int64(6)), clock: row.int64(7),
      lag: row.int64(8), secrets: Self.secrets(try row.required(9)))
  }

  private static func secrets(_ text: String) -> [String: String] {
    let pairs = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
      uniquingKeysWith: { first, _ in first })
  }
}

import Crypto
package import Ledger
import LedgerStorage
package import PaywallCatalog
import PaywallTextCoding

extension PostgresLedger: NodeLedger {
  package func announce(
    _ report: NodeReport, clock: @escaping @Sendable () -> Timestamp
  ) async throws(LedgerFailure) -> [ServerNode] {
    let secrets = digests(of: report.secrets)
    let lag = changeLag ?? 0
    return try await writer.write { tables in
      try tables.put(report, secrets: secrets, lag: lag, clock: clock)
      return try tables.nodes()
    }
  }

  package func withdraw(_ id: String) async throws(LedgerFailure) {
    try await writer.write { try $0.run("DELETE FROM nodes WHERE id = ?", Cell.text(id)) }
  }

  package func nodes() async throws(LedgerFailure) -> [ServerNode] {
    try await reader.read { try $0.nodes() }
  }

  package func endSession(
    _ mark: [UInt8], until end: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write { try $0.endSession(mark, until: end) }
  }

  package func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
    try await reader.read { try $0.hasEndedSession(mark) }
  }

  package var changeLag: Int64? {
    let (seconds, attoseconds) = poller.lag.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  /// `name=digest`, separated by blanks. A reader of the database can compare secrets with it and
  /// learns none: they are random, of 32 bytes and more.
  private func digests(of secrets: [NodeSecret]) -> String {
    let key = SymmetricKey(data: salt)
    return secrets.map { secret in
      let code = HMAC<SHA256>.authenticationCode(
        for: Array("node secret \(secret.name)\n".utf8) + secret.content, using: key)
      return "\(secret.name)=\(Array(code.prefix(8)).hexadecimal)"
    }.joined(separator: " ")
  }
}

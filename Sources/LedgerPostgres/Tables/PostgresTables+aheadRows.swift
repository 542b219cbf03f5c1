import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// Reads of single rows.
extension PostgresTables {
  func readRest(_ request: AheadRequest) throws {
    let (reads, environment) = (reads, request.environment)
    try readKnown(
      request.tokens, \.tokens, of: values(request.tokens, in: environment),
      """
      SELECT asked.chain_id, asked.id
      FROM unnest(?2::text::text[], ?3::text::text[]) AS asked (chain_id, id)
      JOIN chains AS c ON c.environment = ?1 AND c.original_transaction_id = asked.chain_id
      JOIN tokens AS t ON t.token = asked.id AND t.chain = c.number
      """
    ) {
      ReadAhead.Member(ReadAhead.Place(environment, try $0.required(0)), try $0.required(1))
    }
    try readKnown(
      request.notifications, \.notifications, of: [Cell.array(request.notifications.map(\.text))],
      "SELECT uuid FROM notifications WHERE uuid = ANY (?::text::text[])"
    ) { UTF8Key(try $0.required(0)) }
    try readKnown(
      request.digests, \.digests, of: [Cell.array(bytes: request.digests)],
      "SELECT digest FROM facts WHERE digest = ANY (?::text::bytea[])"
    ) { if case .bytes(let digest) = $0[0] { digest } else { nil } }
    try readKnown(
      request.nonces, \.nonces, of: [Cell.array(request.nonces.map(\.text))],
      "SELECT nonce FROM attempts WHERE nonce = ANY (?::text::text[])"
    ) { UTF8Key(try $0.required(0)) }
    for day in request.days {
      try session.run(
        """
        SELECT coalesce(sum(granted), 0)::bigint FROM days
        WHERE environment = ? AND offer = ? AND day = ?
        """, [environment.cell, Cell.text(day.offer.text), .integer(day.day)]
      ) { result in
        if result.rows > 0 { reads.ahead?.days[day] = result.row(0).int(0) }
      }
    }
  }

  /// Returns those of some keys that are stored.
  private func readKnown<Key: Hashable>(
    _ keys: Set<Key>, _ known: WritableKeyPath<ReadAhead, [Key: Bool]>,
    of values: @autoclosure () -> [SQLValue], _ sql: String,
    key: @escaping (SQLRow) throws -> Key?
  ) throws {
    guard !keys.isEmpty else { return }
    let reads = reads
    for key in keys { reads.ahead?[keyPath: known][key] = false }
    try session.read(sql, values()) { row in
      if let stored = try key(row) { reads.ahead?[keyPath: known][stored] = true }
    }
  }
}

import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// What calls read of single rows.
extension PostgresTables {
  func readTokens(_ request: AheadRequest) throws {
    let (reads, environment) = (reads, request.environment)
    guard !request.tokens.isEmpty else { return }
    for pair in request.tokens {
      reads.ahead.tokens[ReadAhead.Member(environment, pair)] = false
    }
    try session.run(
      """
      SELECT asked.chain_id, asked.id
      FROM unnest(?2::text::text[], ?3::text::text[]) AS asked (chain_id, id)
      JOIN chains AS c ON c.environment = ?1 AND c.original_transaction_id = asked.chain_id
      JOIN tokens AS t ON t.token = asked.id AND t.chain = c.number
      """, pairs(request.tokens, in: environment)
    ) { result in
      for number in 0..<result.rows {
        let row = result.row(number)
        let pair = AheadRequest.Pair(
          chain: UTF8Key(try row.required(0)), text: UTF8Key(try row.required(1)))
        reads.ahead.tokens[ReadAhead.Member(environment, pair)] = true
      }
    }
  }

  func readRest(_ request: AheadRequest) throws {
    let reads = reads
    if !request.notifications.isEmpty {
      for uuid in request.notifications { reads.ahead.notifications[uuid] = false }
      try session.run(
        "SELECT uuid FROM notifications WHERE uuid = ANY (?::text::text[])",
        [Cell.array(request.notifications.map(\.text))]
      ) { result in
        for number in 0..<result.rows {
          reads.ahead.notifications[UTF8Key(try result.row(number).required(0))] = true
        }
      }
    }
    if !request.digests.isEmpty {
      for digest in request.digests { reads.ahead.digests[digest] = false }
      try session.run(
        "SELECT digest FROM facts WHERE digest = ANY (?::text::bytea[])",
        [Cell.array(bytes: request.digests)]
      ) { result in
        for number in 0..<result.rows {
          if case .bytes(let digest) = result.row(number)[0] { reads.ahead.digests[digest] = true }
        }
      }
    }
    if !request.nonces.isEmpty {
      for nonce in request.nonces { reads.ahead.nonces[nonce] = false }
      try session.run(
        "SELECT nonce FROM attempts WHERE nonce = ANY (?::text::text[])",
        [Cell.array(request.nonces.map(\.text))]
      ) { result in
        for number in 0..<result.rows {
          reads.ahead.nonces[UTF8Key(try result.row(number).required(0))] = true
        }
      }
    }
    for day in request.days {
      let key = ReadAhead.Day(environment: request.environment, offer: day.offer, day: day.day)
      try session.run(
        """
        SELECT coalesce(sum(granted), 0)::bigint FROM days
        WHERE environment = ? AND offer = ? AND day = ?
        """, [request.environment.cell, Cell.text(day.offer.text), .integer(day.day)]
      ) { result in
        if result.rows > 0 { reads.ahead.days[key] = result.row(0).int(0) }
      }
    }
  }
}

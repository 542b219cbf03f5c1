package import Ledger
package import PaywallCatalog

extension SQLTables {
  package func retentionAnswer(to request: String) throws -> String? {
    try lock([.retentionRequest(request)])
    return try first(
      "SELECT body FROM retention_answers WHERE request = ?", Cell.plain(request)
    ) { try $0.plain(0) }
  }

  package mutating func put(_ answer: RetentionAnswer) throws {
    try run(
      """
      INSERT INTO retention_answers (request, customer, answered_at, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (request) DO UPDATE SET body = excluded.body
      """, Cell.plain(answer.request), Cell.number(answer.customer),
      Cell.moment(answer.answeredAt), Cell.plain(answer.body))
  }

  /// A hundred at a time, so that no answer waits for many. Rows that another transaction is deleting
  /// are left to it.
  package mutating func prune(retentionAnswersBefore moment: Timestamp) throws {
    try run(
      """
      DELETE FROM retention_answers WHERE request IN (
        SELECT request FROM retention_answers WHERE answered_at < ? ORDER BY answered_at LIMIT 100
        /*FOR UPDATE SKIP LOCKED*/)
      """, Cell.moment(moment))
  }
}

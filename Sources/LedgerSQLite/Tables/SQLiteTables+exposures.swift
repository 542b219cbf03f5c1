import PaywallCatalog
import Crypto
import Ledger
import LedgerStorage

extension SQLiteTables {
  mutating func hash(of text: String) -> [UInt8] {
    let key = groupReads.key ?? HMAC<SHA256>(key: SymmetricKey(data: salt))
    groupReads.key = key
    return SaltedHash.of(text, under: key)
  }

  mutating func note(exposure digest: [UInt8], period: Int64) throws {
    try run(
      "INSERT INTO exposure_ids (period, digest) VALUES (?, ?)", .integer(period), .bytes(digest))
  }

  func isNoted(exposure digest: [UInt8], period: Int64) throws -> Bool {
    // Not as a list, for which SQLite makes a table each time.
    try first(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 AND digest = ?2)
        OR EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 - 1 AND digest = ?2)
        OR EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 + 1 AND digest = ?2)
      """, .integer(period), .bytes(digest)
    ) { _ in true } ?? false
  }

  /// A few hundred at a time, so that no write waits until a whole month is deleted.
  mutating func prune(exposuresBefore period: Int64) throws {
    guard groupReads.prunedPeriod != period else { return }
    let some = try each(
      "SELECT period, digest FROM exposure_ids WHERE period < ? ORDER BY period, digest LIMIT 500",
      .integer(period)
    ) { ($0[0], $0[1]) }
    guard let last = some.last else { return groupReads.prunedPeriod = period }
    try run("DELETE FROM exposure_ids WHERE (period, digest) <= (?, ?)", last.0, last.1)
  }

  mutating func termsText(of experiment: String, phase: Int) throws -> String? {
    let name = PhaseName(experiment, phase)
    if let text = groupReads.terms[name] { return text }
    let text = try first(
      "SELECT terms FROM phases WHERE experiment = ? AND phase = ?", Cell.text(experiment),
      Cell.number(phase)
    ) { try $0.plain(0) }
    groupReads.terms[name] = text
    return text
  }

  mutating func keep(_ terms: PhaseTerms) throws {
    try run(
      "INSERT INTO phases (experiment, phase, terms, frozen_at) VALUES (?, ?, ?, ?)",
      Cell.text(terms.experiment), Cell.number(terms.phase), .text(terms.terms.text),
      Cell.moment(terms.frozenAt))
  }

  func frozenTerms() throws -> [PhaseTerms] {
    try each("SELECT experiment, phase, terms, frozen_at FROM phases") {
      PhaseTerms(
        experiment: try $0.required(0), phase: $0.int(1), terms: try FrozenTerms(cell: $0, 2),
        frozenAt: $0.moment(3) ?? .epoch)
    }
  }
}

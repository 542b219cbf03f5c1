import PaywallCatalog
import Crypto
import Ledger
import LedgerStorage

extension PostgresTables {
  mutating func hash(of text: String) -> [UInt8] {
    let key = reads.key ?? HMAC<SHA256>(key: SymmetricKey(data: salt))
    reads.key = key
    return SaltedHash.of(text, under: key)
  }

  mutating func note(exposure digest: [UInt8], period: Int64) throws {
    try run(
      "INSERT INTO exposure_ids (period, digest) VALUES (?, ?)", .integer(period), .bytes(digest))
  }

  func isNoted(exposure digest: [UInt8], period: Int64) throws -> Bool {
    try first(
      "SELECT 1 FROM exposure_ids WHERE period IN (?, ?, ?) AND digest = ?",
      .integer(period), .integer(period - 1), .integer(period + 1), .bytes(digest)
    ) { _ in true } ?? false
  }

  /// A few hundred at a time, so that no write waits until a whole month is deleted.
  mutating func prune(exposuresBefore period: Int64) throws {
    guard known.prunedPeriod != period else { return }
    // Those that another transaction is deleting are left to it.
    let count = try session.count(
      """
      DELETE FROM exposure_ids WHERE (period, digest) IN (
        SELECT period, digest FROM exposure_ids WHERE period < ? ORDER BY period, digest LIMIT 500
        FOR UPDATE SKIP LOCKED)
      """, [.integer(period)])
    if count == 0 { known.prunedPeriod = period }
  }

  mutating func termsText(of experiment: String, phase: Int) throws -> String? {
    let name = PhaseName(experiment, phase)
    if let text = reads.terms[name] { return text }
    func stored() throws -> String? {
      try first(
        "SELECT terms FROM phases WHERE experiment = ? AND phase = ?", Cell.text(experiment),
        Cell.number(phase)
      ) { try $0.required(0) }
    }
    var text = try stored()
    // Whoever stores the first terms does so alone.
    if text == nil, try lock(.phase(experiment, phase)) { text = try stored() }
    reads.terms[name] = text
    return text
  }

  mutating func keep(_ terms: PhaseTerms) throws {
    try run(
      "INSERT INTO phases (experiment, phase, terms, frozen_at) VALUES (?, ?, ?, ?)",
      Cell.text(terms.experiment), Cell.number(terms.phase), Cell.text(terms.terms.text),
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

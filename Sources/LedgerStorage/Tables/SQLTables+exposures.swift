import Crypto
package import Ledger
import Serving

extension SQLTables {
  package mutating func hash(of text: String) -> [UInt8] {
    let key = reads.key ?? HMAC<SHA256>(key: SymmetricKey(data: salt))
    reads.key = key
    return SaltedHash.of(text, under: key)
  }

  package mutating func note(exposure digest: [UInt8], period: Int64) throws {
    try run(
      "INSERT INTO exposure_ids (period, digest) VALUES (?, ?)", .integer(period), .bytes(digest))
  }

  package func isNoted(exposure digest: [UInt8], period: Int64) throws -> Bool {
    // Not as a list, for which SQLite makes a table each time.
    try finds(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 AND digest = ?2)
        OR EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 - 1 AND digest = ?2)
        OR EXISTS (SELECT 1 FROM exposure_ids WHERE period = ?1 + 1 AND digest = ?2)
      """, .integer(period), .bytes(digest))
  }

  /// A few hundred at a time, so that no write waits until a whole month is deleted.
  package mutating func prune(exposuresBefore period: Int64) throws {
    guard known.prunedPeriod != period else { return }
    let areThere = try writes(Self.prune, .integer(period))
    if !areThere { known.prunedPeriod = period }
  }

  package mutating func termsText(of experiment: String, phase: Int) throws -> String? {
    let name = PhaseName(experiment, phase)
    if let text = reads.terms[name] { return text }
    func stored() throws -> String? {
      try first(
        "SELECT terms FROM phases WHERE experiment = ? AND phase = ?", Cell.text(experiment),
        Cell.number(phase)
      ) { try $0.plain(0) }
    }
    var text = try stored()
    // Only one transaction stores the first terms.
    if text == nil, try lock([.phase(experiment, phase)]) { text = try stored() }
    reads.terms[name] = text
    return text
  }

  package mutating func keep(_ terms: PhaseTerms) throws {
    try run(
      "INSERT INTO phases (experiment, phase, terms, frozen_at) VALUES (?, ?, ?, ?)",
      Cell.text(terms.experiment), Cell.number(terms.phase), Cell.plain(terms.terms.text),
      Cell.moment(terms.frozenAt))
  }

  package func frozenTerms() throws -> [PhaseTerms] {
    try each("SELECT experiment, phase, terms, frozen_at FROM phases") {
      PhaseTerms(
        experiment: try $0.required(0), phase: $0.int(1), terms: try FrozenTerms(cell: $0, 2),
        frozenAt: $0.moment(3) ?? .epoch)
    }
  }
}

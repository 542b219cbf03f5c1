package import PaywallCatalog
import PaywallTextCoding

/// The most anonymous ids of one user, so that the cost of reads and writes is bounded.
let mostAliases = 64

extension LedgerTables {
  /// Adds an alias: this anonymous id is that user's. Anyone with a client key may claim it, so a
  /// claim never affects a known user, and a stronger voucher overrides it.
  package mutating func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> AliasOutcome {
    guard UTF8Key(anonymousId) != UTF8Key(user) else { return .already }
    let held = try alias(of: anonymousId, in: environment)
    guard try !isUser(anonymousId, in: environment) else {
      // A known user's id cannot be an anonymous id: an earlier claim has lapsed.
      if held != nil { try removeAlias(anonymousId, in: environment) }
      return .taken
    }
    if let held, UTF8Key(held.user) == UTF8Key(user) {
      return try strengthen(held, to: voucher, in: environment, at: now)
    }
    let outer = try alias(of: user, in: environment)
    if let outer, outer.voucher.isStrong, try !isUser(user, in: environment) { return .taken }
    // Only apps have named the id as a user's.
    let inner = try aliases(of: anonymousId, in: environment, limit: mostAliases)
    guard inner.isEmpty || voucher.isStrong else { return .taken }
    let records = try records(of: anonymousId, in: environment)
    guard records.allSatisfy({ $0.origin == .anonymousId }) else { return .unknownKind }
    if let held {
      guard held.voucher <= voucher else { return .taken }
      try noteContest(records, by: user, vouchedBy: voucher, in: environment, at: now)
      guard held.voucher == .client, voucher.isStrong else {
        try update(with(held) { $0.isContested = true }, in: environment)
        return .contested
      }
    }
    guard
      try makeRoom(
        of: user, forRecords: !records.isEmpty, vouchedBy: voucher, in: environment)
    else { return .taken }
    if held != nil { try removeAlias(anonymousId, in: environment) }
    if outer != nil { try removeAlias(user, in: environment) }
    for other in inner { try removeAlias(other.anonymousId, in: environment) }
    try addAlias(
      AliasRow(
        anonymousId: anonymousId, user: user, voucher: voucher, isContested: held != nil),
      in: environment, at: now)
    try markConflicts(around: anonymousId, in: environment, at: now)
    return .new
  }

  private mutating func strengthen(
    _ held: AliasRow, to voucher: AliasVoucher, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws -> AliasOutcome {
    guard held.voucher < voucher else { return .already }
    try update(with(held) { $0.voucher = voucher }, in: environment)
    try markConflicts(around: held.anonymousId, in: environment, at: now)
    return .new
  }

  /// Makes room for one more alias of a user: an alias without records gives way to one with
  /// records, the oldest first, and one that only an app claims gives way to a stronger voucher.
  ///
  /// - Returns: whether there is room now.
  private mutating func makeRoom(
    of user: String, forRecords hasRecords: Bool, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment
  ) throws -> Bool {
    let aliases = try aliases(of: user, in: environment, limit: mostAliases)
    guard aliases.count >= mostAliases else { return true }
    let claimed = aliases.filter { !$0.voucher.isStrong }
    func oldestEmpty(_ aliases: [AliasRow]) throws -> AliasRow? {
      try aliases.first { try records(of: $0.anonymousId, in: environment).isEmpty }
    }
    var leaving: AliasRow?
    if hasRecords || voucher.isStrong { leaving = try oldestEmpty(claimed) }
    if leaving == nil, voucher.isStrong {
      leaving = claimed.first
      if leaving == nil, hasRecords { leaving = try oldestEmpty(aliases) }
    }
    guard let leaving else { return false }
    try removeAlias(leaving.anonymousId, in: environment)
    return true
  }
}

/// A copy with a change.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

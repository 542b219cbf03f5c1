extension LedgerEntry.Kind {
  /// The value in the tables; never change it.
  package var code: Int {
    switch self {
    case .transaction: 0
    case .renewalInfo: 1
    case .appTransaction: 2
    case .notification: 3
    }
  }

  package init(code: Int) throws {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else {
      throw UnreadableRow("kind \(code)")
    }
    self = kind
  }
}

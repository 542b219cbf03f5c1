package import PaywallCatalog

extension AppStoreEnvironment {
  /// The value in the tables; never change it.
  package var code: Int {
    switch self {
    case .production: 0
    case .sandbox: 1
    case .xcode: 2
    }
  }

  package init(code: Int) throws {
    guard let environment = Self.allCases.first(where: { $0.code == code }) else {
      throw UnreadableRow("environment \(code)")
    }
    self = environment
  }

  package var cell: SQLValue { PlainCell.number(code) }
}

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

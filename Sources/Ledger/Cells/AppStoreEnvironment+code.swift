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

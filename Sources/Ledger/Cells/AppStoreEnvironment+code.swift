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
    switch code {
    case 0: self = .production
    case 1: self = .sandbox
    case 2: self = .xcode
    default: throw UnreadableRow("environment \(code)")
    }
  }

  package var cell: SQLValue { PlainCell.number(code) }
}

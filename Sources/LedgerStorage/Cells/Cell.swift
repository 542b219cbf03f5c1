package import PaywallCatalog

/// How values are stored in the cells of a row. Texts are stored in a form of each database's own.
package enum Cell {
  package static func moment(_ moment: Timestamp?) -> SQLValue {
    moment.map { .integer($0.milliseconds) } ?? .null
  }

  package static func number(_ number: (some BinaryInteger)?) -> SQLValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  package static func flag(_ flag: Bool?) -> SQLValue {
    flag.map { .integer($0 ? 1 : 0) } ?? .null
  }

  /// So many `?`, for the values of a row.
  package static func placeholders(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

extension Timestamp {
  package static var epoch: Timestamp { Timestamp(milliseconds: 0) }
}

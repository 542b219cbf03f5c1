package import PaywallCatalog

/// A column of details, and the member that it holds: the one description from which follow its
/// cells, how it is counted if it is unknown, and its place in exports and results.
package struct DetailColumn<Details>: Sendable {
  package let name: String
  package let kind: DetailKind
  /// Its name where unknown details are counted; `nil` if it is not counted.
  package let word: String?
  /// The dimension of results that it is.
  package let dimension: ResultDimension?
  /// Whether the tables for analysis have it.
  package let isAnalysed: Bool
  let cell: @Sendable (Details) -> SQLValue
  /// Returns false for a cell that no such member has.
  let set: @Sendable (inout Details, SQLValue) -> Bool

  package init<Content: DetailContent>(
    _ name: String, _ member: any WritableKeyPath<Details, Content?> & Sendable,
    word: String? = nil,
    by dimension: ResultDimension? = nil, isAnalysed: Bool = true
  ) {
    self.name = name
    kind = Content.kind
    self.word = word
    self.dimension = dimension
    self.isAnalysed = isAnalysed
    cell = { $0[keyPath: member]?.cell ?? .null }
    set = { details, cell in
      guard let content = Content(cell: cell) else { return false }
      details[keyPath: member] = content
      return true
    }
  }

  /// `GBR`, `true`; `nil` if it is unknown.
  func text(of details: Details) -> String? {
    switch cell(details) {
    case .integer(let number): kind == .flag ? "\(number != 0)" : "\(number)"
    case .text(let text): text
    case .null, .bytes: nil
    }
  }
}

/// The placements of one question.
enum AskedPlacements: Sendable {
  case one(String)
  /// Answered together.
  case several([String])

  var ids: [String] {
    switch self {
    case .one(let placement): [placement]
    case .several(let placements): placements
    }
  }
}

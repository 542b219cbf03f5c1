import CatalogFiles
import HTTPDocuments

/// A card with the lines that name its subject.
struct WithUses<Card: Encodable>: Encodable {
  private let card: Card
  private let namedIn: [String]

  init(of card: Card, _ uses: NameUses) { (self.card, namedIn) = (card, uses.lines) }

  private enum Key: CodingKey { case namedIn }

  func encode(to encoder: any Encoder) throws {
    try card.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(namedIn, forKey: .namedIn)
  }
}

extension Schema {
  /// A card with the lines that name its subject.
  static func withUses(_ members: [Property]) -> Schema {
    .object(members + [.always("namedIn", .list(of: .text), "Files with lines that name it.")])
  }
}

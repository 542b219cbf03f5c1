import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

extension Card {
  /// The card with the lines that name its subject.
  func content(namedIn uses: NameUses) -> Content {
    guard case .object(let members) = content else { return content }
    return .object(members + [Content.Member("namedIn", uses.lines.content)])
  }
}

extension Schema {
  /// A card with the lines that name its subject.
  static func withUses(_ members: [Property]) -> Schema {
    .object(members + [.always("namedIn", .list(of: .text), "Files with lines that name it.")])
  }
}

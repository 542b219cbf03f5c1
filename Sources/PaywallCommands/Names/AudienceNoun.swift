import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall audience`.
enum AudienceNoun: ShownNoun, RenamedNoun {
  static let word = "audience"
  static let kind = NameUses.Kind.audience
  static let uses: NameUses.Kind? = kind
  static let listing = "List the named audiences and their conditions."
  static let showing = "Show one audience: its condition, and where it is named."
  static let rename = (old: "lapsed", new: "left")
  static let none: String? =
    "There are no audiences. They are written in \(ConfigurationPath.audiences)."

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [AudienceCard] {
    snapshot.audiences.values.sorted { $0.name < $1.name }.map(AudienceCard.init)
  }

  static var columns: [(title: String, cell: (AudienceCard) -> String)] {
    [("AUDIENCE", \.name), ("VISIBILITY", \.visibility), ("CONDITION", \.condition)]
  }

  static func sheet(of card: AudienceCard, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: card.name)
    sheet.row("condition", card.condition)
    sheet.row("visibility", card.visibility)
    return sheet
  }
}

/// An audience as the commands print it.
struct AudienceCard: Card, Named {
  let audience: Audience

  static let members = Members<Self> {
    $0.always("name", .text) { $0.name }
    $0.always("condition", .text, "In words.") { $0.condition }
    $0.always("visibility", .words(of: Visibility.self)) { $0.visibility }
  }

  var name: String { audience.name }
  var condition: String { audience.condition.description }
  var visibility: String { audience.visibility.rawValue }
}

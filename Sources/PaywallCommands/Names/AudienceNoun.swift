import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

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

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [Audience] {
    snapshot.audiences.values.sorted { $0.name < $1.name }
  }

  static var columns: [Table.Column<Audience>] {
    [
      ("AUDIENCE", \.name), ("VISIBILITY", \.visibility.rawValue),
      ("CONDITION", \.condition.description),
    ]
  }

  static func sheet(of audience: Audience, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: audience.name)
    sheet.row("condition", audience.condition.description)
    sheet.row("visibility", audience.visibility.rawValue)
    return sheet
  }
}

/// An audience as the commands print it.
extension Audience: Card, Named {
  static let members = Members<Self> {
    $0.always("name") { $0.name }
    $0.always("condition", "In words.") { $0.condition.description }
    $0.always("visibility") { $0.visibility }
  }
}

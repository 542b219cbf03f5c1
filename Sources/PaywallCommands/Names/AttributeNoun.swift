import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall attribute`.
enum AttributeNoun: ShownNoun, RenamedNoun {
  static let word = "attribute"
  static let kind = NameUses.Kind.attribute
  static let uses: NameUses.Kind? = kind
  static let listing =
    "List what audiences can test: attributes of visitors, and facts of the ledger."
  static let showing = "Show one attribute: its type, its values, and where it is tested."
  static let rename = (old: "exports", new: "exportCount")

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [AttributeCard] {
    snapshot.schema.attributes.map(AttributeCard.init)
  }

  static var columns: [(title: String, cell: (AttributeCard) -> String)] {
    [
      ("ATTRIBUTE", \.name), ("TYPE", \.attribute.type.rawValue), ("FROM", \.source),
      ("VALUES", { $0.attribute.values.joined(separator: ", ") }),
    ]
  }

  static func sheet(of card: AttributeCard, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: card.name)
    sheet.row("type", card.attribute.type.rawValue)
    sheet.row("from", card.source)
    sheet.row("values", card.attribute.values.joined(separator: ", "))
    return sheet
  }
}

/// An attribute as the commands print it.
struct AttributeCard: Card, Named {
  let attribute: Attribute

  static let members = Members<Self> {
    $0.always("name", .text) { $0.name }
    $0.always("type") { $0.attribute.type }
    $0.always("values", "Those that it can have; empty is any.") { $0.attribute.values }
    $0.always("origin", .words(["declared", "builtIn", "computed"])) {
      "\($0.attribute.origin)"
    }
  }

  var name: String { attribute.name }

  var source: String {
    switch attribute.origin {
    case .declared: "your app"
    case .builtIn: "every app"
    case .computed: "the server"
    }
  }
}

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

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [Attribute] {
    snapshot.schema.attributes
  }

  static var columns: [Table.Column<Attribute>] {
    [
      ("ATTRIBUTE", \.name), ("TYPE", \.type.rawValue), ("FROM", \.source),
      ("VALUES", { $0.values.joined(separator: ", ") }),
    ]
  }

  static func sheet(of attribute: Attribute, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: attribute.name)
    sheet.row("type", attribute.type.rawValue)
    sheet.row("from", attribute.source)
    sheet.row("values", attribute.values.joined(separator: ", "))
    return sheet
  }
}

/// An attribute as the commands print it.
extension Attribute: Card, Named {
  static let members = Members<Self> {
    $0.always("name") { $0.name }
    $0.always("type") { $0.type }
    $0.always("values", "Those that it can have; empty is any.") { $0.values }
    $0.always("origin", .words(["declared", "builtIn", "computed"])) { "\($0.origin)" }
  }

  fileprivate var source: String {
    switch origin {
    case .declared: "your app"
    case .builtIn: "every app"
    case .computed: "the server"
    }
  }
}

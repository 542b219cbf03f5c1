package import PaywallCatalog
package import Serving

extension VisitorDimensions: InternedDetails {
  package static let table = "dimensions"
  package static let unknown = Self()

  package static let columns: [DetailColumn<Self>] = [
    DetailColumn("storefront", \.storefront, word: "storefront", by: .storefront),
    DetailColumn("platform", \.platform, word: "platform", by: .platform),
    DetailColumn("app_version", \.appVersion, word: "appVersion", by: .appVersion),
    DetailColumn("system", \.system, word: "system"),
    DetailColumn("language", \.language, word: "language"),
    DetailColumn("is_new", \.isNew, word: "isNew", by: .new),
    DetailColumn("subscription", \.subscription, word: "subscription", isAnalysed: false),
    DetailColumn("is_in_audience", \.isInAudience, word: "audience", isAnalysed: false),
  ]

  /// `nil` for a dimension that is not the visitor's.
  package static func column(_ dimension: ResultDimension) -> DetailColumn<Self>? {
    columns.first { $0.dimension == dimension }
  }

  /// The value by which results are broken down; `nil` if it is unknown.
  package func text(_ dimension: ResultDimension) -> String? {
    Self.column(dimension)?.text(of: self)
  }
}

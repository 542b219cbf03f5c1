package import PaywallCatalog

extension ResultDimension {
  /// In headings: `app version`.
  package var title: String {
    switch self {
    case .appVersion: "app version"
    case .new: "new or returning"
    default: rawValue
    }
  }

  /// A value beside its title: `USA`, `returning`.
  package func words(_ value: String) -> String {
    switch (self, value) {
    case (.new, "true"): "new"
    case (.new, "false"): "returning"
    default: value
    }
  }

  /// A value on its own: `storefront USA`, `returning people`.
  package func label(_ value: String) -> String {
    self == .new && words(value) != value ? "\(words(value)) people" : "\(title) \(value)"
  }
}

import PaywallCatalog

extension RetentionMessage: Described {
  var summary: [String] { ["\(kind.words), in \(texts.keys.sorted().commaSeparated)"] }

  static let aspects = Aspects<RetentionMessage> {
    $0.value("title") { $0.title }
    $0.phrase("is") { $0.kind.words }
    $0.value("header is") { $0.headerPosition.rawValue }
    $0.both { before, after, details in
      for locale in Set(before.texts.keys).union(after.texts.keys).sorted() {
        compare(before.texts[locale], after.texts[locale], in: locale, &details)
      }
    }
  }
}

/// Identifiers are left out, because a command writes them.
private func compare(
  _ before: RetentionMessage.Text?, _ after: RetentionMessage.Text?, in locale: String,
  _ details: inout Details
) {
  guard let before, let after else {
    return details.say(after == nil ? "'\(locale)' is gone" : "'\(locale)' is new")
  }
  details.compare("header.\(locale)", "\"\(before.header)\"", "\"\(after.header)\"")
  details.compare("body.\(locale)", "\"\(before.body)\"", "\"\(after.body)\"")
  details.compare("image.\(locale)", before.image?.words, after.image?.words)
  details.compare(
    "bullets.\(locale)", before.bullets.map(\.words).commaSeparated,
    after.bullets.map(\.words).commaSeparated)
}

extension RetentionMessage.Kind {
  fileprivate var words: String {
    switch self {
    case .message: "text alone"
    case .product(let id, .upFront): "text with the product '\(id)'"
    case .product(let id, .monthly): "text with the product '\(id)' paid monthly"
    case .offer(let key, let product):
      "text with the offer '\(key)'" + (product.map { " of '\($0)'" } ?? "")
    }
  }
}

extension RetentionMessage.Image {
  fileprivate var words: String { "\(file) (\"\(alternative)\")" }
}

extension RetentionMessage.Bullet {
  fileprivate var words: String { "\"\(text)\" with \(image.words)" }
}

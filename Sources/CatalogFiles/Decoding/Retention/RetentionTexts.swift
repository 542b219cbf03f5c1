internal import PaywallCatalog
internal import YAMLText

enum RetentionBulletKey: String, FileKey { case text, image, alt }

/// An image and its alternative text, by language.
struct RetentionImages {
  let files: Localised<String>
  let alternatives: Localised<String>

  /// `nil` without an image, which then has no alternative text; it is required otherwise.
  ///
  /// - Parameter need: why there must be an image; `nil` if there need be none.
  init?<Key: FileKey>(
    _ keys: MappingReader<Key>, _ image: Key, _ alternative: Key, _ sentence: String,
    need: String? = nil
  ) {
    let words = "The image in words, of at most \(RetentionLimit.alternative) characters."
    let text = NodeDecoder.texts("the alternative text", atMost: RetentionLimit.alternative)
    let help = "say what the image shows; Apple requires it"
    let files: Localised<String>?
    let alternatives: Localised<String>?
    if let need {
      files = keys.required(image, .images, sentence, help: need)
      alternatives = keys.required(alternative, text, words, help: help)
    } else {
      files = keys.optional(image, .images, sentence)
      alternatives = keys.optional(alternative, text, words)
      if !keys.has(image) {
        keys.refuse(
          [alternative], because: "describes an image",
          help: "add '\(image.rawValue)', or remove it")
      } else if !keys.has(alternative) {
        keys.reportMissing(alternative, help: help)
      }
    }
    guard let files, let alternatives else { return nil }
    (self.files, self.alternatives) = (files, alternatives)
  }

  fileprivate subscript(locale: String) -> RetentionMessage.Image? {
    guard let file = files[locale], let alternative = alternatives[locale] else { return nil }
    return RetentionMessage.Image(file: file, alternative: alternative)
  }
}

/// A point of a message, by language.
struct RetentionPoint {
  let text: Localised<String>
  let image: RetentionImages
}

extension NodeDecoder where Value == RetentionPoint {
  static var bullet: NodeDecoder {
    .mapping("a point") { (keys: MappingReader<RetentionBulletKey>) in
      let text = keys.required(
        .text, .texts("the point", atMost: RetentionLimit.bullet),
        "The text, of at most \(RetentionLimit.bullet) characters.",
        help: "write the text, like 'text: { en: All recordings }'")
      let image = RetentionImages(
        keys, .image, .alt, "The icon: a PNG of 1024 by 1024 pixels, opaque.",
        need: "name the icon; Apple takes no point without one")
      guard let text, let image else { return nil }
      return RetentionPoint(text: text, image: image)
    }
  }
}

/// The parts of a message, by language.
struct RetentionTexts {
  let header: Localised<String>?
  let body: Localised<String>?
  let image: RetentionImages?
  let bullets: [RetentionPoint]

  /// The message in each language; reports a part that a language lacks.
  func byLocale(
    _ context: DecodingContext, at head: SourceRange
  ) -> [String: RetentionMessage.Text] {
    guard let header, let body else { return [:] }
    let parts =
      [header, body, image?.files, image?.alternatives].compactMap(\.self)
      + bullets.flatMap { [$0.text, $0.image.files, $0.image.alternatives] }
    let locales = context.vocabulary.locales
    let own = parts.reduce(into: Set<String>()) { $0.formUnion($1.locales) }
    let written = own.isEmpty ? Set(locales.prefix(1)) : own
    for part in parts {
      let missing = locales.filter { written.contains($0) && part[$0] == nil }
      guard !missing.isEmpty else { continue }
      context.error(
        .localisation, at: part.place,
        "there is nothing for \(Nearest.list(missing)), and other parts of the message have it",
        help: "add it, or remove the language from the other parts")
    }
    warnOfMissing(locales.filter { !written.contains($0) }, locales, context, at: head)
    return Dictionary(
      uniqueKeysWithValues: written.compactMap { locale in
        text(in: locale, header, body).map { (locale, $0) }
      })
  }

  private func text(
    in locale: String, _ header: Localised<String>, _ body: Localised<String>
  ) -> RetentionMessage.Text? {
    guard let header = header[locale], let body = body[locale] else { return nil }
    let points = bullets.compactMap { bullet in
      bullet.text[locale].flatMap { text in
        bullet.image[locale].map { RetentionMessage.Bullet(text: text, image: $0) }
      }
    }
    return RetentionMessage.Text(header: header, body: body, image: image?[locale], bullets: points)
  }

  private func warnOfMissing(
    _ missing: [String], _ locales: [String], _ context: DecodingContext, at head: SourceRange
  ) {
    guard let first = locales.first, !missing.isEmpty else { return }
    if missing.contains(first) {
      context.error(
        .localisation, at: head, "the message lacks the default locale '\(first)'",
        help: "add it; customers of all languages that are not here get it")
    } else {
      context.warning(
        .missingTranslation, at: head, "there is no message for \(Nearest.list(missing))",
        help: "add it; until then these customers get the message in '\(first)'")
    }
  }
}

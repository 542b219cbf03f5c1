internal import PaywallCatalog
internal import YAMLText

/// A value for each language, or one for all.
struct Localised<Value> {
  private var everywhere: Value?
  private var values: [String: Value] = [:]
  /// The languages that have a value of their own.
  var locales: Set<String> { Set(values.keys) }
  let place: SourceRange

  subscript(locale: String) -> Value? { values[locale] ?? everywhere }
}

extension Localised {
  /// One value, or a mapping of the app's languages to such values.
  ///
  /// - Parameter decoder: of the value in a language; `nil` where there is one for all.
  static func decoder(
    _ decoder: @escaping (_ locale: String?) -> NodeDecoder<Value>
  ) -> NodeDecoder<Localised> {
    NodeDecoder<Localised>(in: { folder in
      let value = decoder(nil).schema(folder)
      return .anyOf([
        value,
        .object(
          folder.locales.map { ($0, value.described("For customers who read \($0).")) },
          isOpen: folder.locales.isEmpty),
      ])
    }) { node, context in
      var localised = Localised(place: node.range)
      guard let entries = node.entries else {
        localised.everywhere = decoder(nil).decode(node, context)
        return localised.everywhere.map { _ in localised }
      }
      for entry in entries {
        context.refuseForeign(entry)
        localised.values[entry.key] = decoder(entry.key).decode(entry.value, context)
      }
      return localised.values.count == entries.count && !entries.isEmpty ? localised : nil
    }
  }
}

extension DecodingContext {
  /// Reports a key that is no language of the app.
  fileprivate func refuseForeign(_ entry: Node.Entry) {
    let locales = vocabulary.locales
    guard !locales.isEmpty, !locales.contains(entry.key) else { return }
    error(
      .localisation, at: entry.keyRange, "'\(entry.key.shortened)' is no locale of the app",
      help: Nearest.help(for: entry.key, among: locales)
        ?? "add it to 'locales' in app.yaml, or use \(Nearest.list(locales))")
  }
}

extension NodeDecoder where Value == Localised<String> {
  /// Texts of a limited length, by language.
  static func texts(_ what: String, atMost most: Int) -> NodeDecoder {
    Localised.decoder { locale in
      NodeDecoder<String>(.text.with("maxLength", .integer(Int64(most)))) { node, context in
        guard let text = NodeDecoder<String>.text.decode(node, context) else { return nil }
        let length = text.utf16.count
        guard length > most else { return text }
        return context.refuse(
          .overlongText, at: node.range,
          "\(what)\(locale.map { " in '\($0)'" } ?? "") has \(length) characters, and Apple takes "
            + "at most \(most)",
          help: "shorten it by \(length - most)")
      }
    }
  }

  /// Paths of PNG files below `Paywalls`, by language.
  static var images: NodeDecoder {
    Localised.decoder { _ in
      .text(
        "a PNG in Paywalls/images", example: "images/stay.png",
        .text("^images/[A-Za-z0-9][A-Za-z0-9._-]*\\.png$"), where: isRetentionImage)
    }
  }
}

/// Whether a path names a PNG in `Paywalls/images`, from `Paywalls`.
func isRetentionImage(_ path: String) -> Bool {
  path.hasPrefix("images/") && path.hasSuffix(".png")
    && Names.isName(String(path.dropFirst("images/".count)))
}

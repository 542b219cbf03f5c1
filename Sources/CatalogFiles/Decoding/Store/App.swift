internal import PaywallCatalog
internal import YAMLText

enum AppKey: String, FileKey {
  case bundleId, appAppleId, environments, locales, xcodeCertificate, identity
  case billingGracePeriod, contentTypes
}

extension Declared<App, AppKey> {
  /// Reads `store/app.yaml`.
  init?(_ keys: MappingReader<AppKey>) {
    let context = keys.context
    let bundleId = keys.required(
      .bundleId, .bundleId, "The app's bundle id, like com.example.lumen.",
      help: "write the app's bundle id, like 'bundleId: com.example.lumen'")
    let appAppleId = keys.optional(
      .appAppleId, .integer(1...Int64.max),
      "The app's numeric Apple id; needed where production is served.")
    let environments: [AppStoreEnvironment]? = keys.required(
      .environments, .some(of: .choice, help: "name the environments that are served"),
      "The environments of the App Store that are served.",
      help: "write 'environments: [production, sandbox, xcode]', or those that are served")
    let locales: [String]? = keys.required(
      .locales, .some(of: .locale, help: "name at least the default locale"),
      "The languages that texts are written in, the default one first.",
      help: "write the locales of the app, the default one first, like 'locales: [en, de]'")
    context.refuseMore(than: App.mostLocales, "locales", in: keys.node(.locales))
    if let locales, let nodes = keys.node(.locales)?.items, locales.count <= App.mostLocales {
      UnreachableLocales(locales).warn(at: nodes.map(\.range), context)
    }
    let certificate = keys.optional(
      .xcodeCertificate, .certificate,
      "The certificate beside this file that Xcode signs its test purchases with.")
    let identity: IdentityPolicy? = keys.optional(
      .identity, .choice,
      "named: the user id that an app sends counts. signed: it counts with a proof of your server.")
    let grace = keys.optional(
      .billingGracePeriod, .period.examples(["P3D", "P16D", "P28D"]),
      "The grace period after a failed renewal, as in App Store Connect.")
    if environments?.contains(.production) == true, !keys.has(.appAppleId) {
      keys.reportMissing(
        .appAppleId,
        help: "production data carries the app's numeric Apple id: write it, or serve no production"
      )
    }
    guard let bundleId, let environments, let locales else { return nil }
    self.init(
      App(
        bundleId: bundleId, appAppleId: appAppleId, environments: environments, locales: locales,
        xcodeCertificate: certificate, identity: identity ?? .named,
        billingGracePeriod: grace),
      keys.places)
  }
}

/// The declarations of `store/app.yaml`.
struct AppFile {
  var app: Declared<App, AppKey>?
  var contentTypes: [DeclaredContentType]

  init(_ keys: MappingReader<AppKey>) {
    app = Declared(keys)
    contentTypes =
      keys.optional(
        .contentTypes, .contentTypes,
        "The types of values in content that apps decode, like headline: text.") ?? []
  }

  /// Production data contains the app's numeric id.
  static func schema(in folder: Folder) -> JSONSchema {
    let production: JSONSchema = ["const": .text(AppStoreEnvironment.production.rawValue)]
    return JSONSchema.object(in: folder, AppFile.init).holding([
      .rule(
        if: .has(AppKey.environments, ["contains": production.content]),
        then: .needs([AppKey.appAppleId]))
    ])
  }
}

extension NodeDecoder where Value == String {
  fileprivate static var bundleId: NodeDecoder {
    text(
      "a bundle id", example: "com.example.lumen", .text(Patterns.bundleId, atMost: 155),
      where: isBundleId)
  }

  fileprivate static var certificate: NodeDecoder {
    text(
      "the name of a file beside app.yaml", example: "StoreKitTest.cer",
      .text(Patterns.certificate, atMost: 64)
    ) { Names.isName($0) && $0.hasSuffix(".cer") }
  }
}

extension App {
  /// Several times the number of locales of the App Store.
  static let mostLocales = 200
}

/// Letters, digits, hyphens and dots, as App Store Connect accepts them.
private func isBundleId(_ text: String) -> Bool {
  text.utf8.count <= 155 && text.contains(".")
    && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && Names.isName(String($0)) && !$0.contains("_")
    }
}

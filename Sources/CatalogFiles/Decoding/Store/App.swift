internal import PaywallCatalog
internal import YAMLText

enum AppKey: String, FileKey {
  case bundleId, appAppleId, environments, locales, xcodeCertificate, identity
  case billingGracePeriod, contentTypes
}

extension Declared<App, AppKey> {
  /// Reads `store/app.yaml`.
  init?(_ root: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<AppKey>(root, context, as: "app.yaml") else { return nil }
    let bundleId = keys.required(
      .bundleId, .text("a bundle id", example: "com.example.lumen", where: isBundleId),
      help: "write the app's bundle id, like 'bundleId: com.example.lumen'")
    let appAppleId = keys.optional(.appAppleId, .integer(1...Int64.max))
    let environments: [AppStoreEnvironment]? = keys.required(
      .environments, .some(of: .choice, help: "name the environments that are served"),
      help: "write 'environments: [production, sandbox, xcode]', or those that are served")
    let locales: [String]? = keys.required(
      .locales, .some(of: .locale, help: "name at least the default locale"),
      help: "write the locales of the app, the default one first, like 'locales: [en, de]'")
    context.refuseMore(than: App.mostLocales, "locales", in: keys.node(.locales))
    if let locales, let nodes = keys.node(.locales)?.items, locales.count <= App.mostLocales {
      UnreachableLocales(locales).warn(at: nodes.map(\.range), context)
    }
    let certificate = keys.optional(
      .xcodeCertificate,
      .text("the name of a file beside app.yaml", example: "StoreKitTest.cer") {
        Names.isName($0) && $0.hasSuffix(".cer")
      })
    let identity: IdentityPolicy? = keys.optional(.identity, .choice)
    let grace = keys.optional(.billingGracePeriod, .period)
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

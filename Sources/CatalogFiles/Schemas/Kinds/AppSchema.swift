internal import PaywallCatalog

extension JSONSchema {
  /// `store/app.yaml`.
  static var app: JSONSchema {
    .object(AppKey.self, required: [.bundleId, .environments, .locales]) { key in
      switch key {
      case .bundleId:
        .text(Patterns.bundleId, atMost: 155)
          .described("The app's bundle id, like com.example.lumen.")
      case .appAppleId:
        .integer(from: 1)
          .described("The app's numeric Apple id; needed where production is served.")
      case .environments:
        .list(of: .choice(AppStoreEnvironment.self), atLeast: 1)
          .described("The environments of the App Store that are served.")
      case .locales:
        .list(of: .text(Patterns.locale), atLeast: 1)
          .described("The languages that texts are written in, the default one first.")
      case .xcodeCertificate:
        .text(Patterns.certificate, atMost: 64)
          .described("The certificate beside this file that Xcode signs its test purchases with.")
      case .billingGracePeriod:
        .ref("period").examples(["P3D", "P16D", "P28D"])
          .described(
            "How long a subscription lives on whose renewal fails, as in App Store Connect."
          )
      case .contentTypes:
        .map(named: .text, to: .choice(ContentType.self))
          .described("The types of values in content that apps decode, like headline: text.")
      case .identity:
        .choice(IdentityPolicy.self)
          .described(
            "named: the user id that an app sends counts. signed: it counts with a proof of your server."
          )
      }
    }
    .holding([
      .rule(if: .has(AppKey.environments, holdsProduction), then: .needs([AppKey.appAppleId]))
    ])
  }

  /// Production data contains the app's numeric id.
  private static var holdsProduction: JSONSchema {
    let production: JSONSchema = ["const": .text(AppStoreEnvironment.production.rawValue)]
    return ["contains": production.content]
  }
}

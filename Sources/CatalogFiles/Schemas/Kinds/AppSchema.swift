internal import Catalog

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
      }
    }
    .holding([needsAppleId])
  }

  /// Production data carries the app's numeric id.
  private static var needsAppleId: JSONSchema {
    let production: Content = .object([
      Content.Member("const", .text(AppStoreEnvironment.production.rawValue))
    ])
    let holdsProduction: Content = .object([Content.Member("contains", production)])
    return [
      "if": .object([
        Content.Member(
          "properties",
          .object([Content.Member(AppKey.environments.rawValue, holdsProduction)])),
        Content.Member("required", .texts([AppKey.environments.rawValue])),
      ]),
      "then": .object([Content.Member("required", .texts([AppKey.appAppleId.rawValue]))]),
    ]
  }
}

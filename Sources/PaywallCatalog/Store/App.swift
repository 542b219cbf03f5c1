/// The app, from `store/app.yaml`.
package struct App: Sendable {
  package var bundleId: String
  /// The app's numeric Apple id; required to verify production data.
  package var appAppleId: Int64?
  package var environments: [AppStoreEnvironment]
  /// BCP 47 tags; the first is the default.
  package var locales: [String]
  /// The path, from `store/`, of the certificate that Xcode signs its test data with.
  package var xcodeCertificate: String?
  /// The bytes of that file, DER or PEM.
  package var xcodeCertificateBytes: [UInt8]?
  package var identity: IdentityPolicy
  /// How long Apple keeps a subscription alive whose renewal fails, as set in App Store Connect; `nil`
  /// without.
  package var billingGracePeriod: Period?

  package init(
    bundleId: String, appAppleId: Int64? = nil, environments: [AppStoreEnvironment],
    locales: [String], xcodeCertificate: String? = nil, xcodeCertificateBytes: [UInt8]? = nil,
    identity: IdentityPolicy = .named, billingGracePeriod: Period? = nil
  ) {
    self.bundleId = bundleId
    self.appAppleId = appAppleId
    self.environments = environments
    self.locales = locales
    self.xcodeCertificate = xcodeCertificate
    self.xcodeCertificateBytes = xcodeCertificateBytes
    self.identity = identity
    self.billingGracePeriod = billingGracePeriod
  }

  package var defaultLocale: String { locales.first ?? "en" }
}

/// When the user id that an app sends is accepted.
package enum IdentityPolicy: String, CaseIterable, Sendable {
  /// Always, without proof.
  case named
  /// With a proof from the team's server.
  case signed
}

/// The App Store environment of a fact. Environments are never mixed.
package enum AppStoreEnvironment: String, CaseIterable, Sendable {
  case production, sandbox, xcode
}

#if Server
extension App: Hashable {}
#endif

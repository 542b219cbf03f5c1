public import Foundation

extension Paywalls.Configuration {
  /// The settings that have a good default for nearly every app.
  public struct Advanced: Sendable {
    /// The id of the app that bundles must be for.
    public var bundleId: String = Bundle.main.bundleIdentifier ?? ""
    /// The folder for answers, the anonymous id and waiting exposures.
    public var storageDirectory: URL = Paywalls.Configuration.defaultDirectory
    /// The app group whose container holds the folder, so that the app and its extensions are one
    /// visitor with the same answers. The other processes see a log-in in their next start. Without
    /// such a container ``storageDirectory`` is used.
    public var appGroup: String?
    /// The time for one call of ``Paywalls/placement(_:attributes:within:)`` with everything it
    /// does.
    public var budget: Duration = .seconds(2)
    /// The time for one call that signs or reports.
    public var signingBudget: Duration = .seconds(10)
    /// When a session ends by itself.
    public var session: SessionEnd = .withTheProcess
    /// The attributes that are sent with every request unless overridden: `platform`, `osVersion`,
    /// `appVersion`, `sdkVersion`, `locale`, and `locales` with all languages of the person.
    public var automaticAttributes: [String: AttributeValue] = Paywalls.Configuration
      .deviceAttributes
    /// When requests for placements send evidence. The answer to such a request holds the
    /// customer's offers, and is not kept for a later start.
    public var evidenceUse: EvidenceUse = .whenSigning
    /// Returns what StoreKit signed; called for each request that sends it. On Apple's systems use
    /// `PurchaseEvidence.current()`.
    public var evidence: @Sendable () async -> PurchaseEvidence = { PurchaseEvidence() }
    /// The shortest time between two checks for a newer bundle.
    public var bundleInterval: Duration = .seconds(900)
    /// The greatest age of a bundle, since the server signed it; an older one is not used, and the
    /// placement is `unknown`. Within this age an expired bundle is the last resort. The default is
    /// 365 days: longer than most releases of an app are in use, and shorter than prices and products
    /// stay the same.
    public var longestBundleAge: Duration = .seconds(365 * 86_400)
    /// The most exposures that may wait; beyond these the oldest are dropped.
    public var mostExposures = 500
    /// Receives what happens in the background.
    public var log: @Sendable (PaywallsEvent) -> Void = { _ in }
    /// Sends requests; `nil` is `URLSession`.
    public var transport: Transport?
    /// The account that a user's purchases are made for: StoreKit's `appAccountToken`. Change it if the
    /// app has had another one; `nil` leaves it out.
    public var account: @Sendable (_ userId: String) -> UUID? = { AppAccountToken.of($0) }
    /// The form in which promotional offers are signed for ``Paywalls/buy(_:on:offer:ifOfferFails:within:)``.
    public var promotionalOfferForm: OfferForm = .jws
    /// How long the client waits for a sheet of the App Store. A later purchase is taken all the
    /// same.
    public var longestPurchase: Duration = .seconds(600)
  }
}

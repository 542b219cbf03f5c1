public import Foundation

// The names of earlier versions, for one version.
extension Paywalls.Configuration {
  @available(*, deprecated, renamed: "advanced.bundleId")
  public var bundleId: String {
    get { advanced.bundleId }
    _modify { yield &advanced.bundleId }
  }

  @available(*, deprecated, renamed: "advanced.storageDirectory")
  public var storageDirectory: URL {
    get { advanced.storageDirectory }
    _modify { yield &advanced.storageDirectory }
  }

  @available(*, deprecated, renamed: "advanced.appGroup")
  public var appGroup: String? {
    get { advanced.appGroup }
    _modify { yield &advanced.appGroup }
  }

  @available(*, deprecated, renamed: "advanced.budget")
  public var budget: Duration {
    get { advanced.budget }
    _modify { yield &advanced.budget }
  }

  @available(*, deprecated, renamed: "advanced.signingBudget")
  public var signingBudget: Duration {
    get { advanced.signingBudget }
    _modify { yield &advanced.signingBudget }
  }

  @available(*, deprecated, renamed: "advanced.session")
  public var session: SessionEnd {
    get { advanced.session }
    _modify { yield &advanced.session }
  }

  @available(*, deprecated, renamed: "advanced.automaticAttributes")
  public var automaticAttributes: [String: AttributeValue] {
    get { advanced.automaticAttributes }
    _modify { yield &advanced.automaticAttributes }
  }

  @available(*, deprecated, renamed: "advanced.evidenceUse")
  public var evidenceUse: EvidenceUse {
    get { advanced.evidenceUse }
    _modify { yield &advanced.evidenceUse }
  }

  @available(*, deprecated, renamed: "advanced.evidence")
  public var evidence: @Sendable () async -> Evidence {
    get { advanced.evidence }
    _modify { yield &advanced.evidence }
  }

  @available(*, deprecated, renamed: "advanced.bundleInterval")
  public var bundleInterval: Duration {
    get { advanced.bundleInterval }
    _modify { yield &advanced.bundleInterval }
  }

  @available(*, deprecated, renamed: "advanced.longestBundleAge")
  public var longestBundleAge: Duration {
    get { advanced.longestBundleAge }
    _modify { yield &advanced.longestBundleAge }
  }

  @available(*, deprecated, renamed: "advanced.mostExposures")
  public var mostExposures: Int {
    get { advanced.mostExposures }
    _modify { yield &advanced.mostExposures }
  }

  @available(*, deprecated, renamed: "advanced.log")
  public var log: @Sendable (PaywallsEvent) -> Void {
    get { advanced.log }
    _modify { yield &advanced.log }
  }

  @available(*, deprecated, renamed: "advanced.transport")
  public var transport: Transport? {
    get { advanced.transport }
    _modify { yield &advanced.transport }
  }

  @available(*, deprecated, renamed: "advanced.account")
  public var account: @Sendable (_ userId: String) -> UUID? {
    get { advanced.account }
    _modify { yield &advanced.account }
  }

  @available(*, deprecated, renamed: "advanced.promotionalOfferForm")
  public var promotionalOfferForm: OfferForm {
    get { advanced.promotionalOfferForm }
    _modify { yield &advanced.promotionalOfferForm }
  }

  @available(*, deprecated, renamed: "advanced.longestPurchase")
  public var longestPurchase: Duration {
    get { advanced.longestPurchase }
    _modify { yield &advanced.longestPurchase }
  }
}

public import Foundation

// The names of earlier versions, for one version. They are compiled into the apps that use them,
// so that no other app carries their code.
extension Paywalls.Configuration {
  /// The former name of ``Advanced/bundleId``.
  @available(*, deprecated, renamed: "advanced.bundleId")
  @_alwaysEmitIntoClient public var bundleId: String {
    get { advanced.bundleId }
    set { advanced.bundleId = newValue }
  }

  /// The former name of ``Advanced/storageDirectory``.
  @available(*, deprecated, renamed: "advanced.storageDirectory")
  @_alwaysEmitIntoClient public var storageDirectory: URL {
    get { advanced.storageDirectory }
    set { advanced.storageDirectory = newValue }
  }

  /// The former name of ``Advanced/appGroup``.
  @available(*, deprecated, renamed: "advanced.appGroup")
  @_alwaysEmitIntoClient public var appGroup: String? {
    get { advanced.appGroup }
    set { advanced.appGroup = newValue }
  }

  /// The former name of ``Advanced/budget``.
  @available(*, deprecated, renamed: "advanced.budget")
  @_alwaysEmitIntoClient public var budget: Duration {
    get { advanced.budget }
    set { advanced.budget = newValue }
  }

  /// The former name of ``Advanced/signingBudget``.
  @available(*, deprecated, renamed: "advanced.signingBudget")
  @_alwaysEmitIntoClient public var signingBudget: Duration {
    get { advanced.signingBudget }
    set { advanced.signingBudget = newValue }
  }

  /// The former name of ``Advanced/session``.
  @available(*, deprecated, renamed: "advanced.session")
  @_alwaysEmitIntoClient public var session: SessionEnd {
    get { advanced.session }
    set { advanced.session = newValue }
  }

  /// The former name of ``Advanced/automaticAttributes``.
  @available(*, deprecated, renamed: "advanced.automaticAttributes")
  @_alwaysEmitIntoClient public var automaticAttributes: [String: AttributeValue] {
    get { advanced.automaticAttributes }
    set { advanced.automaticAttributes = newValue }
  }

  /// The former name of ``Advanced/evidenceUse``.
  @available(*, deprecated, renamed: "advanced.evidenceUse")
  @_alwaysEmitIntoClient public var evidenceUse: EvidenceUse {
    get { advanced.evidenceUse }
    set { advanced.evidenceUse = newValue }
  }

  /// The former name of ``Advanced/evidence``.
  @available(*, deprecated, renamed: "advanced.evidence")
  @_alwaysEmitIntoClient public var evidence: @Sendable () async -> PurchaseEvidence {
    get { advanced.evidence }
    set { advanced.evidence = newValue }
  }

  /// The former name of ``Advanced/bundleInterval``.
  @available(*, deprecated, renamed: "advanced.bundleInterval")
  @_alwaysEmitIntoClient public var bundleInterval: Duration {
    get { advanced.bundleInterval }
    set { advanced.bundleInterval = newValue }
  }

  /// The former name of ``Advanced/longestBundleAge``.
  @available(*, deprecated, renamed: "advanced.longestBundleAge")
  @_alwaysEmitIntoClient public var longestBundleAge: Duration {
    get { advanced.longestBundleAge }
    set { advanced.longestBundleAge = newValue }
  }

  /// The former name of ``Advanced/mostExposures``.
  @available(*, deprecated, renamed: "advanced.mostExposures")
  @_alwaysEmitIntoClient public var mostExposures: Int {
    get { advanced.mostExposures }
    set { advanced.mostExposures = newValue }
  }

  /// The former name of ``Advanced/log``.
  @available(*, deprecated, renamed: "advanced.log")
  @_alwaysEmitIntoClient public var log: @Sendable (PaywallsEvent) -> Void {
    get { advanced.log }
    set { advanced.log = newValue }
  }

  /// The former name of ``Advanced/transport``.
  @available(*, deprecated, renamed: "advanced.transport")
  @_alwaysEmitIntoClient public var transport: Transport? {
    get { advanced.transport }
    set { advanced.transport = newValue }
  }

  /// The former name of ``Advanced/account``.
  @available(*, deprecated, renamed: "advanced.account")
  @_alwaysEmitIntoClient public var account: @Sendable (_ userId: String) -> UUID? {
    get { advanced.account }
    set { advanced.account = newValue }
  }

  /// The former name of ``Advanced/promotionalOfferForm``.
  @available(*, deprecated, renamed: "advanced.promotionalOfferForm")
  @_alwaysEmitIntoClient public var promotionalOfferForm: OfferForm {
    get { advanced.promotionalOfferForm }
    set { advanced.promotionalOfferForm = newValue }
  }

  /// The former name of ``Advanced/longestPurchase``.
  @available(*, deprecated, renamed: "advanced.longestPurchase")
  @_alwaysEmitIntoClient public var longestPurchase: Duration {
    get { advanced.longestPurchase }
    set { advanced.longestPurchase = newValue }
  }
}

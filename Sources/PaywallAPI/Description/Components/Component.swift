/// A shape that several operations share, or that deserves a name.
package enum Component: String, CaseIterable, Sendable {
  case problem = "Problem"
  // Requests.
  case attributes = "Attributes"
  case placementQuestion = "PlacementQuestion"
  case placementsQuestion = "PlacementsQuestion"
  case customerQuestion = "CustomerQuestion"
  case customerShowQuestion = "CustomerShowQuestion"
  case purchases = "Purchases"
  case signQuestion = "SignQuestion"
  case namedCustomer = "NamedCustomer"
  case signedTexts = "SignedTexts"
  case exposureBatch = "ExposureBatch"
  case exposureClaim = "ExposureClaim"
  case aliasQuestion = "AliasQuestion"
  case explainQuestion = "ExplainQuestion"
  case statedRecord = "StatedRecord"
  case previewOrder = "PreviewOrder"
  case notification = "Notification"
  // Decisions.
  case products = "Products"
  case decision = "Decision"
  case decisions = "Decisions"
  case paywall = "Paywall"
  case product = "Product"
  case offer = "Offer"
  case eligibility = "Eligibility"
  case eligibilityReason = "EligibilityReason"
  case introductoryAdvice = "IntroductoryAdvice"
  case enrolment = "Enrolment"
  // Offers.
  case signature = "Signature"
  case signedOffer = "SignedOffer"
  case offerReport = "OfferReport"
  case offerBasis = "OfferBasis"
  // Customers.
  case customer = "Customer"
  case entitlement = "Entitlement"
  case subscriptionGroup = "SubscriptionGroup"
  case purchase = "Purchase"
  case kept = "Kept"
  case consumptionReport = "ConsumptionReport"
  case consumptionKept = "ConsumptionKept"
  case erased = "Erased"
  case notificationOutcome = "NotificationOutcome"
  case leftOutText = "LeftOutText"
  case ignoredAttribute = "IgnoredAttribute"
  // Experiments.
  case exposureOutcomes = "ExposureOutcomes"
  case aliasOutcome = "AliasOutcome"
  case experimentReport = "ExperimentReport"
  // Operating.
  case liveness = "Liveness"
  case readiness = "Readiness"
  case status = "Status"
  case reloaded = "Reloaded"
  case previewToken = "PreviewToken"
  case explanation = "Explanation"
  case explainedStep = "ExplainedStep"
  case finding = "Finding"
  case conditionTrace = "ConditionTrace"
  case draw = "Draw"
  case whyNot = "WhyNot"
  // Open protocols and offline.
  case evaluationContext = "EvaluationContext"
  case evaluation = "Evaluation"
  case evaluationFailure = "EvaluationFailure"
  case bulkEvaluation = "BulkEvaluation"
  case features = "Features"
  case bundlePointer = "BundlePointer"
  case bundle = "Bundle"

  package var schema: Schema {
    switch self {
    case .problem: .problem
    case .attributes: .attributes
    case .placementQuestion: .placementQuestion
    case .placementsQuestion: .placementsQuestion
    case .customerQuestion: .customerQuestion
    case .customerShowQuestion: .customerShowQuestion
    case .purchases: .purchases
    case .signQuestion: .signQuestion
    case .namedCustomer: .namedCustomer
    case .signedTexts: .signedTexts
    case .exposureBatch: .exposureBatch
    case .exposureClaim: .exposureClaim
    case .aliasQuestion: .aliasQuestion
    case .explainQuestion: .explainQuestion
    case .statedRecord: .statedRecord
    case .previewOrder: .previewOrder
    case .notification: .notification
    case .products: .products
    case .decision: .decision
    case .decisions: .decisions
    case .paywall: .paywall
    case .product: .product
    case .offer: .offer
    case .eligibility: .eligibility
    case .eligibilityReason: .eligibilityReason
    case .introductoryAdvice: .introductoryAdvice
    case .enrolment: .enrolment
    case .signature: .signature
    case .signedOffer: .signedOffer
    case .offerReport: .offerReport
    case .offerBasis: .offerBasis
    case .customer: .customer
    case .entitlement: .entitlement
    case .subscriptionGroup: .subscriptionGroup
    case .purchase: .purchase
    case .kept: .kept
    case .consumptionReport: .consumptionReport
    case .consumptionKept: .consumptionKept
    case .erased: .erased
    case .notificationOutcome: .notificationOutcome
    case .leftOutText: .leftOutText
    case .ignoredAttribute: .ignoredAttribute
    case .exposureOutcomes: .exposureOutcomes
    case .aliasOutcome: .aliasOutcome
    case .experimentReport: .experimentReport
    case .liveness: .liveness
    case .readiness: .readiness
    case .status: .status
    case .reloaded: .reloaded
    case .previewToken: .previewToken
    case .explanation: .explanation
    case .explainedStep: .explainedStep
    case .finding: .finding
    case .conditionTrace: .conditionTrace
    case .draw: .draw
    case .whyNot: .whyNot
    case .evaluationContext: .evaluationContext
    case .evaluation: .evaluation
    case .evaluationFailure: .evaluationFailure
    case .bulkEvaluation: .bulkEvaluation
    case .features: .features
    case .bundlePointer: .bundlePointer
    case .bundle: .bundle
    }
  }
}

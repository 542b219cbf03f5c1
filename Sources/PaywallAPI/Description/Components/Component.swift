import ExperimentReports
import ExperimentResults
package import HTTPDocuments

/// A shape that several operations share, or that deserves a name.
package enum Component: String, CaseIterable, Sendable {
  case problem
  // Requests.
  case attributes, placementQuestion, placementsQuestion, customerQuestion,
    customerShowQuestion, purchases, signQuestion, namedCustomer, signedTexts, exposureBatch,
    exposureClaim, aliasQuestion, explainQuestion, statedRecord, previewOrder, notification
  // Decisions.
  case products, decision, decisions, paywall, product, offer, eligibility, eligibilityReason,
    introductoryAdvice, enrolment
  // Offers.
  case signature, signedOffer, offerReport, offerBasis
  // Customers.
  case customer, entitlement, subscriptionGroup, purchase, kept, consumptionReport,
    consumptionKept, access, accessQuestion, balance, balanceQuestion, balancePosting, seat,
    erased, notificationOutcome, leftOutText, ignoredAttribute
  // Experiments.
  case exposureOutcomes, aliasOutcome, experimentReport
  // Operating.
  case liveness, readiness, status, reloaded, previewToken, explanation, explainedStep, finding,
    conditionTrace, draw, whyNot
  // Open protocols and offline.
  case evaluationContext, evaluation, evaluationFailure, bulkEvaluation, features,
    bundlePointer, bundle

  /// Its name in the description.
  package var name: String { rawValue.capitalizedFirst }

  /// Made when it is asked for, because a shape may refer to itself.
  package var schema: Schema {
    switch self {
    case .problem: Problem.schema
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
    case .offerReport: EligibilityAnswer.schema
    case .offerBasis: .offerBasis
    case .customer: CustomerAnswer.schema
    case .entitlement: EntitlementAnswer.schema
    case .subscriptionGroup: GroupAnswer.schema
    case .purchase: PurchaseAnswer.schema
    case .kept: .kept
    case .consumptionReport: .consumptionReport
    case .consumptionKept: .consumptionKept
    case .access: AccessAnswer.schema
    case .accessQuestion: .accessQuestion
    case .balance: BalanceAnswer.schema
    case .balanceQuestion: .balanceQuestion
    case .balancePosting: PostingAnswer.schema
    case .seat: SeatAnswer.schema
    case .erased: .erased
    case .notificationOutcome: .notificationOutcome
    case .leftOutText: LeftOutText.schema
    case .ignoredAttribute: IgnoredAttribute.schema
    case .exposureOutcomes: .exposureOutcomes
    case .aliasOutcome: .aliasOutcome
    case .experimentReport: ExperimentReport.schema
    case .liveness: .liveness
    case .readiness: ReadinessAnswer.schema
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

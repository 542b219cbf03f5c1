import ExperimentResults
package import HTTPDocuments

/// A shape that several operations share, or that deserves a name.
package struct Component: Hashable, Sendable {
  /// Its name in the description.
  package let name: String
  /// Made when it is asked for, because a shape may refer to itself.
  private let make: @Sendable () -> Schema

  private init(_ name: String, _ make: @escaping @Sendable () -> Schema) {
    (self.name, self.make) = (name, make)
  }

  package var schema: Schema { make() }

  package static func == (left: Component, right: Component) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Component {
  package static let problem = Component("Problem") { Problem.schema }
  // Requests.
  package static let attributes = Component("Attributes") { .attributes }
  package static let placementQuestion = Component("PlacementQuestion") { .placementQuestion }
  package static let placementsQuestion = Component("PlacementsQuestion") { .placementsQuestion }
  package static let customerQuestion = Component("CustomerQuestion") { .customerQuestion }
  package static let customerShowQuestion = Component("CustomerShowQuestion") {
    .customerShowQuestion
  }
  package static let purchases = Component("Purchases") { .purchases }
  package static let signQuestion = Component("SignQuestion") { .signQuestion }
  package static let namedCustomer = Component("NamedCustomer") { .namedCustomer }
  package static let signedTexts = Component("SignedTexts") { .signedTexts }
  package static let exposureBatch = Component("ExposureBatch") { .exposureBatch }
  package static let exposureClaim = Component("ExposureClaim") { .exposureClaim }
  package static let aliasQuestion = Component("AliasQuestion") { .aliasQuestion }
  package static let explainQuestion = Component("ExplainQuestion") { .explainQuestion }
  package static let statedRecord = Component("StatedRecord") { .statedRecord }
  package static let previewOrder = Component("PreviewOrder") { .previewOrder }
  package static let notification = Component("Notification") { .notification }
  // Decisions.
  package static let products = Component("Products") { .products }
  package static let decision = Component("Decision") { .decision }
  package static let decisions = Component("Decisions") { .decisions }
  package static let paywall = Component("Paywall") { .paywall }
  package static let product = Component("Product") { .product }
  package static let offer = Component("Offer") { .offer }
  package static let eligibility = Component("Eligibility") { .eligibility }
  package static let eligibilityReason = Component("EligibilityReason") { .eligibilityReason }
  package static let introductoryAdvice = Component("IntroductoryAdvice") { .introductoryAdvice }
  package static let enrolment = Component("Enrolment") { .enrolment }
  // Offers.
  package static let signature = Component("Signature") { .signature }
  package static let signedOffer = Component("SignedOffer") { .signedOffer }
  package static let offerReport = Component("OfferReport") { EligibilityAnswer.schema }
  package static let offerBasis = Component("OfferBasis") { .offerBasis }
  // Customers.
  package static let customer = Component("Customer") { CustomerAnswer.schema }
  package static let entitlement = Component("Entitlement") { EntitlementAnswer.schema }
  package static let subscriptionGroup = Component("SubscriptionGroup") { GroupAnswer.schema }
  package static let purchase = Component("Purchase") { PurchaseAnswer.schema }
  package static let kept = Component("Kept") { .kept }
  package static let consumptionReport = Component("ConsumptionReport") { .consumptionReport }
  package static let consumptionKept = Component("ConsumptionKept") { .consumptionKept }
  package static let erased = Component("Erased") { .erased }
  package static let notificationOutcome = Component("NotificationOutcome") { .notificationOutcome }
  package static let leftOutText = Component("LeftOutText") { LeftOutText.schema }
  package static let ignoredAttribute = Component("IgnoredAttribute") { IgnoredAttribute.schema }
  // Experiments.
  package static let exposureOutcomes = Component("ExposureOutcomes") { .exposureOutcomes }
  package static let aliasOutcome = Component("AliasOutcome") { .aliasOutcome }
  package static let experimentReport = Component("ExperimentReport") { ExperimentReport.schema }
  // Operating.
  package static let liveness = Component("Liveness") { .liveness }
  package static let readiness = Component("Readiness") { ReadinessAnswer.schema }
  package static let status = Component("Status") { .status }
  package static let reloaded = Component("Reloaded") { .reloaded }
  package static let previewToken = Component("PreviewToken") { .previewToken }
  package static let explanation = Component("Explanation") { .explanation }
  package static let explainedStep = Component("ExplainedStep") { .explainedStep }
  package static let finding = Component("Finding") { .finding }
  package static let conditionTrace = Component("ConditionTrace") { .conditionTrace }
  package static let draw = Component("Draw") { .draw }
  package static let whyNot = Component("WhyNot") { .whyNot }
  // Open protocols and offline.
  package static let evaluationContext = Component("EvaluationContext") { .evaluationContext }
  package static let evaluation = Component("Evaluation") { .evaluation }
  package static let evaluationFailure = Component("EvaluationFailure") { .evaluationFailure }
  package static let bulkEvaluation = Component("BulkEvaluation") { .bulkEvaluation }
  package static let features = Component("Features") { .features }
  package static let bundlePointer = Component("BundlePointer") { .bundlePointer }
  package static let bundle = Component("Bundle") { .bundle }

  static let all: [Component] = [
    .problem, .attributes, .placementQuestion, .placementsQuestion, .customerQuestion,
    .customerShowQuestion, .purchases, .signQuestion, .namedCustomer, .signedTexts, .exposureBatch,
    .exposureClaim, .aliasQuestion, .explainQuestion, .statedRecord, .previewOrder, .notification,
    .products, .decision, .decisions, .paywall, .product, .offer, .eligibility, .eligibilityReason,
    .introductoryAdvice, .enrolment, .signature, .signedOffer, .offerReport, .offerBasis,
    .customer, .entitlement, .subscriptionGroup, .purchase, .kept, .consumptionReport,
    .consumptionKept, .erased, .notificationOutcome, .leftOutText, .ignoredAttribute,
    .exposureOutcomes, .aliasOutcome, .experimentReport, .liveness, .readiness, .status, .reloaded,
    .previewToken, .explanation, .explainedStep, .finding, .conditionTrace, .draw, .whyNot,
    .evaluationContext, .evaluation, .evaluationFailure, .bulkEvaluation, .features,
    .bundlePointer, .bundle,
  ]
}

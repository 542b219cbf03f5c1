import PaywallCatalog
import Serving
import Subscribers

@testable import ExperimentReports
@testable import Ledger

extension World {
  static func exposure(
    _ id: String, of unit: String, isUser: Bool, to variant: String, _ at: Timestamp,
    seed: String = "7f3a9c21"
  ) -> Exposure {
    Exposure(
      id: id,
      assignment: RecordedAssignment(
        experiment: "price", phase: 1, variant: variant, unit: unit, unitKind: .visitor,
        recordedAt: at),
      origin: isUser ? .userId : .anonymousId, contradicts: false,
      terms: FrozenTerms([FrozenTerms.Term(.seed, seed)]), renderedAt: at,
      placement: "onboarding", isHeldOut: false, details: ExposureDetails())
  }
}

extension PersonFacts {
  /// Somebody who was shown a variant, by its number.
  ///
  /// - Parameter transactions: of a customer, if there are some.
  init(
    seeing variant: Int, at moment: Timestamp, placement: Int = 0,
    buying transactions: [TransactionFact] = []
  ) {
    self.init(
      ExposedRow(
        variant: variant, placement: placement, at: moment, isConflict: false, isHeldOut: false,
        dimensions: nil, known: nil))
    hasCustomer = !transactions.isEmpty
    self.transactions = transactions
  }
}

extension TransactionFact {
  /// A period of `weekly`, in dollars.
  static func weekly(
    _ id: String = "1", at moment: Timestamp, _ reason: TransactionReason = .purchase,
    price: Int64, isTrial: Bool = false
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: "1",
      productId: "weekly", signedDate: moment, groupId: "1", reason: OpenEnum(reason),
      purchaseDate: moment, price: price, currency: "USD",
      offerDiscount: isTrial ? OpenEnum(.freeTrial) : nil)
  }
}

extension PhaseTally {
  init(_ terms: ReportTerms, of columns: PhaseColumns) {
    self.init(terms)
    add(columns)
  }
}

extension Assembly {
  /// Puts together a phase without erased persons, at the moment of its terms.
  init(_ tally: PhaseTally, _ timeline: Timeline = Timeline()) {
    var names = ExposedNames()
    for name in ["control", "trial"] { _ = names.number(ofVariant: name) }
    for name in ["onboarding", "settings"] { _ = names.number(ofPlacement: name) }
    self.init(
      tally.terms,
      PhaseReading(
        reducer: tally, names: names, dimensions: [:], erased: [], unitsElsewhere: 0, arrival: nil),
      World.snapshot, [], timeline, now: tally.terms.asOf)
  }
}

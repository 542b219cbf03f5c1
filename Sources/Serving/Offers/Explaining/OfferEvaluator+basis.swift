import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension OfferEvaluator {
  /// The facts that decided an answer of this product.
  func basis(of offer: CompiledOffer, _ eligibility: Eligibility) -> OfferBasis {
    var basis = OfferBasis()
    basis.history = history(eligibility.reason, offer)
    switch eligibility.reason {
    case .notOnProduct, .outsideWindow, .everyCustomerClass, .notInAudience, .audienceUnknown,
      .noVerifiedHistory, .acquisitionRevoked:
      break
    case .otherBillingPlan: basis.billingPlan = billingPlan
    case .osTooOld:
      basis.system = systemVersion.map { "\(system?.rawValue ?? "") \($0.text)" }
      basis.oldestSystem = system?.oldest(for: offer.offer.kind).map {
        "\(system?.rawValue ?? "") \($0.text)"
      }
    case .neverUsed, .historyIncomplete: basis.group = groupKey
    case .neverSubscribed: basis.group = offer.offer.kind == .winBack ? groupKey : nil
    case .usedIntroductoryOffer, .grantedAgain:
      basis.group = groupKey
      basis.transaction = group.introductory
    case .subscriber: basis.transaction = group.current ?? facts?.best?.facts.current
    case .subscribedNow, .familyShared, .inBillingRetryPeriod: add(&basis)
    case .customerClass, .otherCustomerClass:
      add(&basis)
      basis.customerClass = customerClass
    case .appleList, .notInAppleList, .osUnknown, .appleListStale:
      add(&basis)
      basis.lapsedDays = group.lapsedDays
      basis.appleList = appleList(offer.offer.id)
    case .paidTooShort, .lapsedTooShort, .lapsedTooLong, .wonBackTooRecently:
      mirror(eligibility.reason, offer.offer.id, into: &basis)
    case .customerLimitReached, .dayLimitReached: break
    }
    if offer.offer.limit != nil, eligibility.restsOnLimits { limits(of: offer.offer, into: &basis) }
    return basis
  }

  /// The group and the transaction that decides its state.
  private func add(_ basis: inout OfferBasis) {
    basis.group = groupKey
    basis.state = group.state
    basis.transaction = group.current
  }

  private func mirror(
    _ reason: EligibilityReason, _ offerId: String, into basis: inout OfferBasis
  ) {
    add(&basis)
    basis.isMirrored = true
    basis.appleList = appleList(offerId)
    switch reason {
    case .paidTooShort: basis.paidDays = group.paidDays
    case .wonBackTooRecently: basis.lastWinBackEnd = group.winBackEnds[offerId]
    default: basis.lapsedDays = group.lapsedDays
    }
  }

  private func limits(of offer: Offer, into basis: inout OfferBasis) {
    guard let facts else { return }
    basis.redemptions = facts.counted(offer, at: now).sorted()
    let held =
      outstandingGrant(of: offer, facts)
      ?? facts.grants.first { $0.offer.hasSameUTF8(as: offer.key) && $0.isOutstanding(at: now) }
    basis.grantedUntil = held?.lapsesAt
    basis.grantsToday = limits.dayCounts[offer.key]
  }

  /// Includes a list that is too old, as the reason why it does not count.
  private func appleList(_ offerId: String) -> OfferBasis.AppleList? {
    group.winBack.map { list in
      OfferBasis.AppleList(
        signedDate: list.signedDate, rank: list.rank(of: offerId).map { $0 + 1 })
    }
  }

  /// `nil` for an answer that does not depend on the customer's history.
  private func history(
    _ reason: EligibilityReason, _ offer: CompiledOffer
  ) -> OfferBasis.History? {
    guard let facts else { return nil }
    switch reason {
    case .notOnProduct, .otherBillingPlan, .outsideWindow, .osTooOld, .everyCustomerClass:
      return nil
    case .notInAudience, .audienceUnknown:
      guard offer.audience?.needsLedger == true else { return nil }
    default: break
    }
    return OfferBasis.History(
      newestFact: facts.newestFact, isComplete: facts.isComplete, at: now)
  }
}

extension Eligibility {
  /// Decided by the limits of the offer, for or against.
  fileprivate var restsOnLimits: Bool {
    switch reason {
    case .subscriber, .grantedAgain, .customerLimitReached, .dayLimitReached: true
    default: false
    }
  }
}

extension SubscriberFacts {
  /// The redemptions that the customer's limit counts; see `customerRefusal`.
  fileprivate func counted(_ offer: Offer, at now: Timestamp) -> [Timestamp] {
    let all =
      offer.kind == .introductory
      ? grants.filter { $0.offer.hasSameUTF8(as: offer.key) }.compactMap {
        $0.redemption?.purchaseDate
      }
      : redemptions[offer.id] ?? []
    guard let every = offer.limit?.every else { return all }
    let start = now.subtracting(every)
    return all.filter { $0 > start }
  }
}

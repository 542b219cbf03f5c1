import Foundation

// From the tap to the entitlement.
extension Paywalls {
  /// Buys a product of a paywall with the offer that the paywall holds for it, and unlocks what it gives.
  /// An offer that needs a signature is signed now. A session begins after it.
  ///
  /// - Parameters:
  ///   - product: the identifier in App Store Connect.
  ///   - placement: the answer that the app shows.
  ///   - offer: the preference among the product's offers.
  ///   - fallback: what to do if the offer cannot be had.
  ///   - budget: the time for everything before the App Store's sheet; `nil` is the client's for signing.
  /// - Returns: the outcome. After the sheet the server has the client's budget to keep the
  ///   purchase; after that it goes on in the background.
  public func buy(
    _ product: String, on placement: PlacementDecision, offer: OfferPreference = .first,
    ifOfferFails fallback: OfferFallback = .stop, within budget: Duration? = nil
  ) async -> PurchaseOutcome {
    guard let store = configuration.store else { return .failed(.noStore) }
    let end = clock.running() + (budget ?? configuration.advanced.signingBudget)
    guard let visitor = await ready(within: StorageQueue.timeout) else {
      return .failed(.taskCancelled)
    }
    guard purchases.buying.insert(product).inserted else { return .failed(.inProgress) }
    defer { purchases.buying.remove(product) }
    let displayed: StoreProduct
    switch await load([product], from: store, until: end).map(\.first) {
    case .success(let loaded?): displayed = loaded
    case .success(nil): return .failed(.unknownProduct)
    case .failure(let failure): return .failed(failure.why)
    }
    await exposeOnce(placement, DisplayedProduct(displayed))
    let shown = placement.product(product)
    var options = StorePurchaseOptions(
      appAccountToken: account(of: visitor), billingPlan: shown?.billingPlan)
    var step = OfferStep(shown, offer, displayed)
    if case .redeem(let code, let url) = step {
      return await redeem(code, url, product, store)
    }
    switch await prepare(step, product, placement, options.appAccountToken, until: end) {
    case .success(let prepared): options.offer = prepared
    case .failure(let refusal):
      guard fallback == .buyWithoutOffer else { return .offerRefused(refusal.why) }
      step = OfferStep(shown, .none, displayed)
      // Without the signature that withholds it, Apple would apply the introductory offer.
      guard
        case .success(let prepared) = await prepare(
          step, product, placement, options.appAccountToken, until: end)
      else { return .offerRefused(refusal.why) }
      options.offer = prepared
    }
    let tap = Tap(
      product: product, offer: step.offerId, who: identity(of: visitor, in: environment))
    let outcome = await purchase(tap, options, from: store)
    guard case .offerRefused = outcome, fallback == .buyWithoutOffer, options.offer != nil else {
      return outcome
    }
    let plain = OfferStep(shown, .none, displayed)
    guard
      case .success(let prepared) = await prepare(
        plain, product, placement, options.appAccountToken,
        until: clock.running() + configuration.advanced.signingBudget)
    else { return outcome }
    options.offer = prepared
    return await purchase(Tap(product: product, offer: nil, who: tap.who), options, from: store)
  }

  /// Returns the offer that ``buy(_:on:offer:ifOfferFails:within:)`` would take now, so that the
  /// app shows its price; `nil` without one, and if the store does not answer within the budget.
  public func offer(for product: String, on placement: PlacementDecision) async -> Paywall.Offer? {
    guard let store = configuration.store,
      let shown = placement.product(product),
      case .success(let displayed?) = await load(
        [product], from: store, until: clock.running() + configuration.advanced.budget
      ).map(\.first)
    else { return nil }
    return PaywallProduct(shown, displayed).offer
  }

  /// Loads the products that the store sells, in the order of the ids.
  func load(
    _ ids: [String], from store: any PurchaseStore, until end: Duration
  ) async -> Result<[StoreProduct], PurchaseError> {
    let task = Task { () -> Result<[StoreProduct], StoreFailure> in
      do throws(StoreFailure) {
        return .success(try await store.products(ids))
      } catch {
        return .failure(error)
      }
    }
    switch await task.value(within: end - clock.running(), clock) {
    case .success(let products)?:
      return .success(
        ids.compactMap { id in products.first { $0.id.utf8.elementsEqual(id.utf8) } })
    case .failure(let failure)?: return .failure(PurchaseError(why: PurchaseFailure(failure)))
    case nil: return .failure(PurchaseError(why: .storeTimedOut))
    }
  }

  /// Returns the options of a purchase that one of Apple's views begins: for the visitor's account,
  /// and with the offer if the customer can have it. Such a view sells a year at once.
  ///
  /// - Parameter offer: `nil` if that view applies it by itself.
  func options(
    for displayed: StoreProduct, on placement: PlacementDecision, offer: OfferPreference?
  ) async -> StorePurchaseOptions {
    guard let visitor = await ready(within: StorageQueue.timeout) else {
      return StorePurchaseOptions()
    }
    await exposeOnce(placement, DisplayedProduct(displayed))
    var options = StorePurchaseOptions(appAccountToken: account(of: visitor))
    guard let offer else { return options }
    let prepared = await prepare(
      OfferStep(placement.product(displayed.id), offer, displayed), displayed.id, placement,
      options.appAccountToken,
      until: clock.running() + configuration.advanced.signingBudget)
    if case .success(let offer) = prepared { options.offer = offer }
    return options
  }

  /// Returns what the purchase says of the offer, signed if it must be.
  private func prepare(
    _ step: OfferStep, _ product: String, _ placement: PlacementDecision, _ account: UUID?,
    until end: Duration
  ) async -> Result<StoreOffer?, OfferError> {
    switch step {
    case .plain, .redeem: return .success(nil)
    case .winBack(let offer): return .success(.winBack(offer.id))
    case .refused(let why): return .failure(OfferError(why: why))
    case .withhold(let jws?) where purchases.spent.insert(jws).inserted:
      return .success(.withheldIntroductory(compactJWS: jws))
    case .withhold:
      do throws(PaywallsError) {
        let jws = try await withheldIntroductoryOffer(
          product: product, placement: placement.id, attributes: placement.parts.attributes ?? [:],
          within: end - clock.running())
        return .success(jws.map { .withheldIntroductory(compactJWS: $0) })
      } catch {
        return .failure(OfferError(error))
      }
    case .sign(let offer):
      if let ahead = ahead(product, offer.id, at: placement.id) {
        purchases.spent.insert(ahead.id)
        return .success(.signed(ahead))
      }
      var form = SignedOffer.Form.jws
      if offer.kind == .promotional, configuration.advanced.promotionalOfferForm == .legacy {
        guard let account else { return .failure(OfferError(why: .noAccount)) }
        form = .legacy(appAccountToken: account)
      }
      do throws(PaywallsError) {
        let signed = try await signedOffer(
          product: product, offer: offer.id, placement: placement.id, form: form,
          attributes: placement.parts.attributes ?? [:], within: end - clock.running())
        return .success(.signed(signed))
      } catch {
        return .failure(OfferError(error))
      }
    }
  }

  /// The product that one tap buys, and the visitor who tapped.
  private struct Tap {
    let product: String
    let offer: String?
    let who: VisitorIdentity
  }

  private func purchase(
    _ tap: Tap, _ options: StorePurchaseOptions, from store: any PurchaseStore
  ) async -> PurchaseOutcome {
    // A result that comes after the app has stopped waiting is taken all the same.
    let task = Task { () -> Result<StorePurchaseResult, StoreFailure> in
      do throws(StoreFailure) {
        let result = try await store.purchase(tap.product, options: options)
        if case .bought(let transaction) = result {
          await self.take(transaction, tapped: tap.who)
          self.deliverSoon()
        }
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    switch await task.value(within: configuration.advanced.longestPurchase, clock) {
    case .success(.bought(let transaction))?:
      guard transaction.isVerified else { return .failed(.unverified) }
      return await bought(transaction, tap)
    case .success(.pending)?, nil: return .pending
    case .success(.cancelled)?, .failure(.cancelled)?: return .cancelled
    case .failure(.offerRefused(let words))?: return .offerRefused(.store(words))
    case .failure(let failure)?: return .failed(PurchaseFailure(failure))
    }
  }

  private func bought(_ transaction: StoreTransaction, _ tap: Tap) async -> PurchaseOutcome {
    let task = Task { await deliver() }
    _ = await task.value(within: configuration.advanced.budget, clock)
    beginAfterPurchase()
    publishCustomer()
    let customer = customer ?? PaywallCustomer(id: tap.who.userId ?? tap.who.anonymousId)
    return .bought(
      CompletedPurchase(
        transaction: transaction, offer: tap.offer, customer: customer,
        isReported: purchases.kept.holds(transaction.key, in: transaction.environment)))
  }

  /// Shows a dialog of the App Store, which waits for the customer.
  ///
  /// - Returns: why it failed; `nil` if it is open for too long.
  func dialog(
    _ call: @escaping @Sendable () async throws(StoreFailure) -> Void
  ) async -> StoreFailure?? {
    let task = Task { () -> StoreFailure? in
      do throws(StoreFailure) {
        try await call()
        return nil
      } catch {
        return error
      }
    }
    return await task.value(within: configuration.advanced.longestPurchase, clock)
  }

  /// Redeems a code. The purchase comes by itself, mostly as soon as the sheet is closed.
  private func redeem(
    _ code: Paywall.Offer, _ url: URL, _ product: String, _ store: any PurchaseStore
  ) async -> PurchaseOutcome {
    let arrival = Race<StoreTransaction>()
    purchases.arrivals[product, default: []].append(arrival)
    defer { purchases.stopWaiting(arrival, for: product) }
    switch await dialog({ () async throws(StoreFailure) in try await store.redeem(url) }) {
    case .some(.cancelled?): return .cancelled
    case .some(let failure?): return .failed(PurchaseFailure(failure))
    case .some(nil), nil: break
    }
    let arrived = Task { await arrival.value }
    guard let transaction = await arrived.value(within: configuration.advanced.budget, clock),
      let visitor
    else { return .pending }
    return await bought(
      transaction,
      Tap(
        product: product, offer: code.id,
        who: identity(of: visitor, in: transaction.environment)))
  }
}

extension OfferStep {
  /// App Store Connect's identifier of the offer that the purchase names.
  fileprivate var offerId: String? {
    switch self {
    case .sign(let offer), .winBack(let offer), .redeem(let offer, _): offer.id
    case .plain, .withhold, .refused: nil
    }
  }
}

/// A failure, as an error.
struct PurchaseError: Error {
  let why: PurchaseFailure
}

private struct OfferError: Error {
  let why: OfferRefusal

  init(why: OfferRefusal) { self.why = why }

  init(_ error: PaywallsError) {
    switch error {
    case .refused(let problem): why = .server(problem)
    case .network(let failure): why = .network(failure)
    }
  }
}

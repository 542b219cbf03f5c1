public import Foundation
public import PaywallKit

// StoreKit's calls.
extension FakeStore {
  /// Returns the products with these ids that it sells.
  public func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct] {
    await waitIfAsleep()
    let wanted = Set(ids)
    return lock.withLock {
      products.filter { wanted.contains($0.id) }.map { product in
        StoreProduct(
          id: product.id, type: product.type, displayName: product.id,
          displayPrice: "\(product.price) \(product.currency)", price: product.price,
          currency: product.currency,
          isEligibleForIntroOffer: state.isEligibleForTrial(product),
          winBackOffers: state.winBackOffers(product),
          period: product.period.map { StoreProduct.Period(seconds: $0) }, offers: product.terms)
      }
    }
  }

  /// Ends as set by ``answerNext(_:)``.
  public func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult {
    await waitIfAsleep()
    guard let product = self.product(product) else { throw .productUnavailable }
    let answer = lock.withLock {
      asked.append(options)
      return answers.isEmpty ? .buys : answers.removeFirst()
    }
    if let offer = options.offer, let words = lock.withLock({ offers })(offer) {
      throw .offerRefused(words)
    }
    let request = lock.withLock { state.request(product, options) }
    switch answer {
    case .cancels: return .cancelled
    case .fails(let failure): throw failure
    case .asksToBuy:
      change { state in
        state.requests.append(request)
        return []
      }
      return .pending
    case .neverAnswers: await waitIfAsleep(true)
    case .buys, .isUnverified: break
    }
    let bought = Bought()
    // The sales that it replaces come through `updates`.
    change { state in
      var sales = state.sell(request)
      bought.sale = sales.popLast()
      return sales
    }
    guard let sale = bought.sale else { throw .other("Nothing was sold.") }
    var last = writer.transaction(sale)
    if case .isUnverified = answer { last.isVerified = false }
    return .bought(last)
  }

  /// Sells the product of a code that was set by ``accept(code:at:for:)``.
  public func redeem(_ url: URL) async throws(StoreFailure) {
    await waitIfAsleep()
    guard let code = lock.withLock({ codes[url] }), let product = product(code.product) else {
      throw .cancelled
    }
    change { state in
      state.sell(
        .init(product: product, account: nil, offerType: 3, offer: code.offer))
    }
  }

  /// The renewals, refunds, approved requests and purchases outside of the app.
  public var updates: AsyncStream<StoreTransaction> {
    AsyncStream { continuation in
      let own = lock.withLock {
        number += 1
        readers[number] = continuation
        return number
      }
      continuation.onTermination = { [weak self] _ in
        guard let self else { return }
        self.lock.withLock { self.readers[own] = nil }
      }
    }
  }

  /// Returns the transactions that no app has finished.
  public func unfinished() async -> [StoreTransaction] {
    await waitIfAsleep()
    return lock.withLock {
      state.sales.filter { !state.finished.contains($0.id) }.map { writer.transaction($0) }
    }
  }

  /// Returns the transactions that have not ended.
  public func currentEntitlements() async -> [StoreTransaction] {
    await waitIfAsleep()
    return current
  }

  /// Returns every transaction, but finished consumables.
  public func all() async -> [StoreTransaction] {
    await waitIfAsleep()
    return lock.withLock {
      state.sales.filter { $0.product.type != .consumable || !state.finished.contains($0.id) }
        .map { writer.transaction($0) }
    }
  }

  /// Returns the renewal of every subscription.
  public func renewals() async -> [StoreRenewal] {
    await waitIfAsleep()
    return lock.withLock {
      state.newest.filter { $0.product.type == .autoRenewable }.map { sale in
        writer.renewal(
          sale, isEnding: state.endings.contains(sale.originalId),
          isUnpaid: state.unpaid[sale.originalId] != nil, graceEnd: state.graceEnd(of: sale),
          winBackOffers: state.winBackOffers(sale.product), at: state.now)
      }
    }
  }

  /// Marks the transaction as finished; it is not sent again.
  public func finish(_ transaction: StoreTransaction) async {
    await waitIfAsleep()
    change { state in
      state.finished.insert(transaction.id)
      return []
    }
  }

  /// Returns the country.
  public func storefront() async -> String? {
    await waitIfAsleep()
    return country
  }

  /// Returns the customer's download of the app.
  public func appTransaction() async -> StoreAppTransaction? {
    await waitIfAsleep()
    return writer.appTransaction
  }

  /// Does nothing: there is nothing to ask for.
  public func synchronize() async throws(StoreFailure) { await waitIfAsleep() }
}

extension FakeProduct {
  fileprivate var terms: [StoreProduct.Offer] {
    let trial = trial.map { StoreProduct.Period(seconds: $0) }.map {
      StoreProduct.Offer(.introductory, payment: .freeTrial, period: $0)
    }
    return [trial].compactMap(\.self) + (offers ?? [])
  }
}

extension StoreProduct.Period {
  /// A period of so many seconds: a year has 365 days, and a month has 30.
  fileprivate init(seconds: TimeInterval) {
    let days = Int(exactly: (seconds / FakeProduct.day).rounded()) ?? 0
    if days > 0, days % 365 == 0 {
      self.init(days / 365, .year)
    } else if days > 0, days % 30 == 0 {
      self.init(days / 30, .month)
    } else if days > 0, days % 7 == 0 {
      self.init(days / 7, .week)
    } else {
      self.init(days, .day)
    }
  }
}

/// The sale of one payment sheet.
private final class Bought {
  var sale: FakeStoreState.Sale?
}

extension FakeStoreState {
  fileprivate func request(_ product: FakeProduct, _ options: StorePurchaseOptions) -> Request {
    var request = Request(product: product, account: options.appAccountToken)
    switch options.offer {
    case .signed(let signed) where signed.kind == .introductory: request.offerType = 1
    case .signed(let signed): (request.offerType, request.offer) = (2, signed.offer)
    case .winBack(let id): (request.offerType, request.offer) = (4, id)
    case .withheldIntroductory: break
    case nil: request.offerType = isEligibleForTrial(product) == true ? 1 : nil
    }
    return request
  }
}

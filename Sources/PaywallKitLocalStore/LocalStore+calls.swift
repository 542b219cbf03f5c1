public import Foundation
public import PaywallKit

// StoreKit's calls.
extension LocalStore {
  /// Returns the products with these ids that are for sale, with the offers that this customer may
  /// have.
  public func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct] {
    let wanted = Set(ids)
    do throws(StoreProblem) {
      let answer = try await connection.get(
        "products", [URLQueryItem(name: "customer", value: customer)])
      return (answer["products"]?.array ?? []).compactMap(StoreProduct.init(answer:))
        .filter { wanted.contains($0.id) }
    } catch {
      throw error.failure
    }
  }

  /// Buys at once, because there is no sheet to confirm. It is pending if someone must approve it.
  public func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult {
    do throws(StoreProblem) {
      let answer = try await connection.post(
        "buy", purchase(of: product, options).merging(owner) { first, _ in first })
      guard answer["transaction"]?["id"] != nil || !answer.isWaiting(for: product) else {
        return .pending
      }
      let held = try await held()
      guard let id = answer.purchase(of: product),
        let bought = held.transactions.first(where: { String($0.id) == id })
      else { return .pending }
      return .bought(bought)
    } catch {
      // StoreKit returns an owned product's transaction once more, and charges nothing.
      if error.code == "alreadyOwned", let owned = await owned(product) { return .bought(owned) }
      throw error.failure
    }
  }

  private func owned(_ product: String) async -> StoreTransaction? {
    await currentEntitlements().last { $0.product == product }
  }

  private var owner: [String: JSONValue] { ["customer": .string(customer)] }

  private func purchase(
    of product: String, _ options: StorePurchaseOptions
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["product": .string(product)]
    members["appAccountToken"] = options.appAccountToken.map { .string($0.uuidString.lowercased()) }
    if options.billingPlan == .monthly { members["billingPlan"] = .string("MONTHLY") }
    switch options.offer {
    case nil: break
    case .winBack(let id): members["winBack"] = .string(id)
    case .withheldIntroductory(let jws): members["introductory"] = .string(jws)
    case .signed(let offer):
      switch offer.signature {
      case .jws(let jws) where offer.kind == .introductory: members["introductory"] = .string(jws)
      case .jws(let jws):
        members["promotional"] = .string(offer.offer)
        members["jws"] = .string(jws)
      case .legacy(let keyId, let nonce, let timestamp, let signature, let account):
        members["promotional"] = .string(offer.offer)
        members["appAccountToken"] = .string(account.uuidString.lowercased())
        members["signature"] = .object([
          "keyId": .string(keyId), "nonce": .string(nonce.uuidString.lowercased()),
          "timestamp": .integer(timestamp), "signature": .string(signature.base64EncodedString()),
        ])
      }
    }
    return members
  }

  /// Redeems the code of a `url` of the configuration.
  public func redeem(_ url: URL) async throws(StoreFailure) {
    do throws(StoreProblem) {
      try await connection.post(
        "redeem", ["url": .string(url.absoluteString)].merging(owner) { first, _ in first })
    } catch {
      throw error.failure
    }
  }

  /// The transactions that no app has finished, and then those that change: renewals, refunds,
  /// redeemed codes, purchases on other devices.
  public var updates: AsyncStream<StoreTransaction> {
    AsyncStream { continuation in
      let task = Task { await follow { continuation.yield($0) } }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func follow(_ receive: (StoreTransaction) -> Void) async {
    var known: HeldTexts?
    while !Task.isCancelled {
      do throws(StoreProblem) {
        let held = try await held(after: known?.changes)
        let news = known.map(held.changed(since:)) ?? held.unfinished
        news.forEach(receive)
        known = held
      } catch {
        // A store that has stopped is asked again every half second.
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Returns unfinished transactions; none if the store cannot be reached, as with StoreKit. The
  /// calls below do the same.
  public func unfinished() async -> [StoreTransaction] { (try? await held())?.unfinished ?? [] }

  /// Returns the newest transaction of everything that has not ended, by the clock of the local App
  /// Store.
  public func currentEntitlements() async -> [StoreTransaction] {
    (try? await held())?.current ?? []
  }

  /// Returns every transaction, but finished consumables.
  public func all() async -> [StoreTransaction] {
    guard let held = try? await held() else { return [] }
    let open = Set(held.unfinished.map(\.id))
    return held.transactions.filter { $0.type != .consumable || open.contains($0.id) }
  }

  /// Returns the renewal of every subscription.
  public func renewals() async -> [StoreRenewal] { (try? await held())?.renewals ?? [] }

  /// Finishes a transaction; the local App Store remembers it also after the app has ended.
  public func finish(_ transaction: StoreTransaction) async {
    _ = try? await connection.post("finish", ["transaction": .string(String(transaction.id))])
  }

  /// Returns the country of the customer.
  public func storefront() async -> String? {
    let query = [URLQueryItem(name: "id", value: customer)]
    return (try? await connection.get("customers", query))?["storefront"]?.string
  }

  /// Returns the customer's download of the app.
  public func appTransaction() async -> StoreAppTransaction? {
    (try? await held())?.appTransaction
  }

  /// Does nothing: every call asks the store.
  public func synchronize() async throws(StoreFailure) {}
}

extension StoreProduct {
  fileprivate init?(answer: JSONValue) {
    guard let id = answer["id"]?.string, let type = answer["type"]?.string.flatMap(Kind.init),
      let milliunits = answer["price"]?.number, let currency = answer["currency"]?.string
    else { return nil }
    let price = Decimal(milliunits) / 1000
    self.init(
      id: id, type: type, displayName: id, displayPrice: "\(price) \(currency)", price: price,
      currency: currency, isEligibleForIntroOffer: answer["isEligibleForIntroOffer"]?.boolean,
      winBackOffers: answer["winBackOffers"]?.array?.compactMap(\.string))
  }
}

extension JSONValue {
  /// True if someone must approve a purchase.
  fileprivate func isWaiting(for product: String) -> Bool {
    self["customer"]?["pending"]?.array?.contains { $0["product"]?.string == product } ?? false
  }

  /// Returns the id of the transaction that a purchase led to. A purchase that begins with the next
  /// renewal has no transaction yet; the present one is returned, as in StoreKit.
  fileprivate func purchase(of product: String) -> String? {
    if let id = self["transaction"]?["id"]?.string { return id }
    let subscription = self["customer"]?["subscriptions"]?.array?.first {
      $0["renewsTo"]?.string == product
    }
    return subscription?["transactions"]?.array?.last?["id"]?.string
  }
}

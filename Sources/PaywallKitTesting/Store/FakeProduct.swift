public import Foundation
public import PaywallKit

/// A product that the fake store sells.
public struct FakeProduct: Hashable, Codable, Sendable, Identifiable {
  /// The identifier in App Store Connect.
  public var id: String
  /// The kind of product.
  public var type: StoreProduct.Kind
  /// App Store Connect's identifier of the subscription group.
  public var group: String?
  /// The length of a subscription until it renews, in seconds.
  public var period: TimeInterval?
  /// The length of the introductory offer, in seconds; `nil` without one.
  public var trial: TimeInterval?
  /// App Store Connect's identifiers of the win-back offers, the best first.
  public var winBackOffers: [String]
  /// The price in units of the currency.
  public var price: Decimal
  /// The code of ISO 4217.
  public var currency: String
  /// The terms of promotional and win-back offers, to show them; the introductory offer's are of
  /// ``trial``.
  public var offers: [StoreProduct.Offer]?

  /// A day in seconds, to write periods with.
  public static let day: TimeInterval = 86_400

  /// A product that the fake store sells.
  public init(
    id: String, type: StoreProduct.Kind = .autoRenewable, group: String? = nil,
    period: TimeInterval? = nil, trial: TimeInterval? = nil, winBackOffers: [String] = [],
    price: Decimal = Decimal(999) / 100, currency: String = "USD",
    offers: [StoreProduct.Offer]? = nil
  ) {
    self.id = id
    self.type = type
    self.group = group
    self.period = period
    self.trial = trial
    self.winBackOffers = winBackOffers
    self.price = price
    self.currency = currency
    self.offers = offers
  }

  /// A monthly subscription of 30 days.
  public static func monthly(
    _ id: String, group: String, trial: TimeInterval? = nil, winBackOffers: [String] = []
  ) -> FakeProduct {
    FakeProduct(
      id: id, group: group, period: 30 * day, trial: trial, winBackOffers: winBackOffers)
  }

  /// A yearly subscription of 365 days.
  public static func yearly(
    _ id: String, group: String, trial: TimeInterval? = nil, winBackOffers: [String] = []
  ) -> FakeProduct {
    FakeProduct(
      id: id, group: group, period: 365 * day, trial: trial, winBackOffers: winBackOffers,
      price: Decimal(4999) / 100)
  }

  /// A product that is bought once.
  public static func lifetime(_ id: String) -> FakeProduct {
    FakeProduct(id: id, type: .nonConsumable, price: Decimal(9999) / 100)
  }

  /// A subscription that does not renew. Only the server knows its end: pass it to ``FakeServer``.
  public static func nonRenewing(_ id: String) -> FakeProduct {
    FakeProduct(id: id, type: .nonRenewable, price: Decimal(1999) / 100)
  }

  /// A product that is used up.
  public static func consumable(_ id: String) -> FakeProduct {
    FakeProduct(id: id, type: .consumable, price: Decimal(99) / 100)
  }
}

extension StoreProduct {
  /// A length of time by the calendar.
  public struct Period: Hashable, Codable, Sendable {
    /// The unit that is counted.
    public var unit: Unit
    /// The number of units.
    public var count: Int

    /// StoreKit's units of periods.
    public enum Unit: String, Hashable, Codable, Sendable, CaseIterable {
      case day, week, month, year
    }

    /// A length of time by the calendar.
    public init(_ count: Int, _ unit: Unit) {
      self.unit = unit
      self.count = count
    }
  }

  /// An offer with the terms that App Store Connect holds for it.
  public struct Offer: Hashable, Codable, Sendable {
    /// One of Apple's kinds. The store does not list offer codes.
    public var kind: Paywall.Offer.Kind
    /// App Store Connect's offer identifier; the introductory offer has none.
    public var id: String?
    /// The way in which the offer is paid.
    public var payment: Payment
    /// The price with the currency; a free trial costs nothing.
    public var displayPrice: String
    /// One billing period of `payAsYouGo`, else the whole length.
    public var period: Period
    /// How many periods a `payAsYouGo` offer runs; 1 otherwise.
    public var periodCount: Int

    /// StoreKit's ways to pay an offer.
    public enum Payment: String, Hashable, Codable, Sendable, CaseIterable {
      case freeTrial, payAsYouGo, payUpFront
    }

    /// An offer with its terms.
    public init(
      _ kind: Paywall.Offer.Kind, id: String? = nil, payment: Payment, displayPrice: String = "",
      period: Period, periodCount: Int = 1
    ) {
      self.kind = kind
      self.id = id
      self.payment = payment
      self.displayPrice = displayPrice
      self.period = period
      self.periodCount = periodCount
    }
  }

  /// A year that is paid by the month, with a commitment to twelve of them.
  public struct MonthlyPlan: Hashable, Sendable {
    /// The price of a month, with the currency.
    public var displayPrice: String
    /// The price of the whole commitment, with the currency.
    public var commitmentDisplayPrice: String
    /// The plan's own offers.
    public var offers: [Offer]

    /// A year that is paid by the month.
    public init(displayPrice: String, commitmentDisplayPrice: String, offers: [Offer] = []) {
      self.displayPrice = displayPrice
      self.commitmentDisplayPrice = commitmentDisplayPrice
      self.offers = offers
    }
  }
}

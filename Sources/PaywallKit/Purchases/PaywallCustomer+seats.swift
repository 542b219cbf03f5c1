public import Foundation

extension PaywallCustomer {
  /// The seats of a multiseat purchase.
  public struct Seats: Hashable, Codable, Sendable {
    /// The seats that were bought or added, and not refunded; `nil` if the App Store's numbers
    /// contradict each other.
    public var held: Int?
    /// The number of seats that renew, if the App Store has told it.
    public var renewing: Int?

    /// The seats of a multiseat purchase.
    public init(held: Int?, renewing: Int? = nil) {
      self.held = held
      self.renewing = renewing
    }
  }

  /// A year that is paid monthly, while it runs.
  public struct Commitment: Hashable, Codable, Sendable {
    /// The end of the commitment.
    public var ends: Date?
    /// True if another commitment follows; if not, nothing renews when this one ends.
    public var renews: Bool?
    /// The period that was paid last, from 1.
    public var period: Int?
    /// The number of its periods.
    public var periods: Int?

    /// A year that is paid monthly, while it runs.
    public init(ends: Date?, renews: Bool? = nil, period: Int? = nil, periods: Int? = nil) {
      self.ends = ends
      self.renews = renews
      self.period = period
      self.periods = periods
    }
  }
}

import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// The cost of a multiseat purchase, by `TransactionMultiSeatInfo` (AppleFacts.md § 3).
struct SeatMoneyTests {
  /// - Parameter sum: worked out by hand; `nil` if it cannot be known.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var tiers: [(price: Int64?, quantity: Int?)]
    var quantity: Int?
    var average: Int64?
    var isFree = false
    var revoked: Int?
    var sum: Int64?
    var problem: SeatProblem?

    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case(name: "one seat", tiers: [(9990, 1)], quantity: 1, average: 9990, sum: 9990),
    Case(
      name: "two tiers, an average that is rounded", tiers: [(9990, 2), (7990, 5)], quantity: 7,
      average: 8561, sum: 59_930),
    Case(
      name: "the average rounded up", tiers: [(9990, 2), (7990, 5)], quantity: 7, average: 8562,
      sum: 59_930),
    Case(name: "no average", tiers: [(9990, 2), (7990, 5)], quantity: 7, sum: 59_930),
    Case(name: "no tiers", tiers: [], quantity: 10, average: 4990, sum: 49_900),
    Case(name: "a tier without seats", tiers: [(9990, 2), (7990, 0)], quantity: 2, sum: 19_980),
    Case(
      name: "a million seats", tiers: [(9990, 10), (4990, 999_990)], quantity: 1_000_000,
      sum: 4_990_050_000),
    Case(
      name: "a free trial, whose tiers are the price after it", tiers: [(9990, 3)], quantity: 3,
      average: 0, isFree: true, sum: 0),
    Case(
      name: "seats of the revoked were paid for too", tiers: [(9990, 3)], quantity: 3,
      average: 9990, revoked: 2, sum: 29_970),
    Case(name: "nothing says what it cost", tiers: [], quantity: 3),
    Case(
      name: "tiers of fewer seats", tiers: [(9990, 2), (7990, 4)], quantity: 7, average: 8561,
      problem: .tierQuantities),
    Case(name: "tiers of more seats", tiers: [(9990, 8)], quantity: 7, problem: .tierQuantities),
    Case(
      name: "another average", tiers: [(9990, 2), (7990, 5)], quantity: 7, average: 9990,
      problem: .averagePrice),
    Case(name: "no quantity", tiers: [(9990, 2)], average: 9990, problem: .quantity),
    Case(name: "no seat", tiers: [], quantity: 0, average: 9990, problem: .quantity),
    Case(name: "a negative quantity", tiers: [], quantity: -3, average: 9990, problem: .quantity),
    Case(name: "a negative tier", tiers: [(9990, -2), (1, 5)], quantity: 3, problem: .tier),
    Case(name: "a negative price", tiers: [(-1, 3)], quantity: 3, problem: .tier),
    Case(name: "a tier without a price", tiers: [(nil, 3)], quantity: 3, problem: .tier),
    Case(name: "a tier without a quantity", tiers: [(5, nil)], quantity: 3, problem: .tier),
    Case(name: "more than fits", tiers: [(.max, 2)], quantity: 2, problem: .tier),
    Case(
      name: "an average that does not fit", tiers: [], quantity: 2, average: .max, problem: .tier),
    Case(
      name: "more revoked than bought", tiers: [(9990, 3)], quantity: 3, revoked: 4, sum: 29_970,
      problem: .revokedQuantity),
    Case(
      name: "fewer revoked than none", tiers: [(9990, 3)], quantity: 3, revoked: -1, sum: 29_970,
      problem: .revokedQuantity),
  ]

  @Test(
    "The price of all seats is the sum of the tiers, or unknown if they contradict",
    arguments: cases)
  func amount(_ vector: Case) {
    let seats = Seats(
      averagePrice: vector.average,
      tiers: vector.tiers.map { SeatTier(price: $0.price, quantity: $0.quantity) },
      revoked: vector.revoked)
    #expect(seats.amount(of: vector.quantity, isFree: vector.isFree) == vector.sum)
    #expect(seats.problem(of: vector.quantity, isFree: vector.isFree) == vector.problem)
  }

  @Test(
    "Of any tiers the sum is exact, and a seat more or less makes it unknown", arguments: 0..<200)
  func sums(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let tiers = (0..<1 + random.below(5)).map { _ in
      (price: Int64(random.below(1_000_000)), quantity: 1 + random.below(1000))
    }
    let quantity = tiers.reduce(0) { $0 + $1.quantity }
    let sum = tiers.reduce(Int64(0)) { $0 + $1.price * Int64($1.quantity) }
    let seats = Seats(
      averagePrice: sum / Int64(quantity),
      tiers: tiers.map { SeatTier(price: $0.price, quantity: $0.quantity) })
    #expect(seats.amount(of: quantity, isFree: false) == sum)
    #expect(seats.amount(of: quantity + 1, isFree: false) == nil)
    #expect(seats.amount(of: quantity - 1, isFree: false) == nil)
  }

  @Test(
    "A share is rounded once, and never leaves its amount",
    arguments: [
      (1, 3, 10_000, 3333), (2, 3, 10_000, 6666), (1, 5, 46_950, 9390), (5, 5, 46_950, 46_950),
      (7, 5, 46_950, 46_950), (-1, 5, 46_950, 0), (1, 0, 46_950, 46_950), (0, 0, 46_950, 0),
      (67_932, 100_000, 9990, 6786), (999_999, 1_000_000, .max, 9_223_362_813_482_738_952),
    ] as [(Int64, Int64, Int64, Int64)])
  func share(part: Int64, whole: Int64, amount: Int64, returned: Int64) {
    let share = Share(part, of: whole)
    #expect(share.of(amount) == returned)
    #expect(share.of(amount) + share.rest.of(amount) <= amount)
    #expect(share.of(amount) + share.rest.of(amount) >= amount - 1)
  }
}

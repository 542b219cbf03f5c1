import PaywallCatalog
import Subscribers
import TestSupport

@testable import Ledger

/// Balances in plain numbers, with none of the ledger's rules: three customers of Apple, of whom Ada has
/// the first two, and Ada's and Bob's own units.
struct BalanceModel {
  private struct Purchase {
    var fact: TransactionFact
    var credit: Int64
    /// Thousandths of a percent.
    var returned: Int64 = 0
  }

  enum Step: Sendable {
    case fact(TransactionFact)
    case post(BalanceChange, CustomerName, BalanceOutcome)
  }

  static let customers = ["7040", "7050", "7060"]
  static let names: [CustomerName] =
    customers.map { .appTransactionId($0) } + [.user("ada"), .user("bob")]

  private var random: SplitMix
  private var number = 0
  private var purchases: [Purchase] = []
  /// By the places of `customers`, then Ada's own and Bob's own.
  private var rows = [Int64](repeating: 0, count: 5)
  private var done: [(change: BalanceChange, name: Int)] = []

  init(seed: Int) { random = SplitMix(state: UInt64(seed)) }

  /// The rows of a name, in the order in which they are spent.
  private static let rowsOfNames = [[0], [1], [2], [3, 0, 1], [4]]

  /// A customer below zero takes nothing from a user's balance.
  func balance(of name: Int) -> Int64 {
    let held = Self.rowsOfNames[name].map { rows[$0] }
    return held.count == 1 ? held[0] : held.reduce(0) { $0 + max(0, $1) }
  }

  mutating func next() -> Step {
    number += 1
    switch random.below(10) {
    case 0, 1: return .fact(buy())
    case 2: return .fact(changeRefund() ?? buy())
    case 3: return post(.correction)
    default: return post(.spend)
    }
  }

  private mutating func buy() -> TransactionFact {
    let (customer, quantity) = (random.below(3), 1 + random.below(3))
    let fact = Sample.coins(
      "\(100_000 + number)", customer: Self.customers[customer], quantity: quantity)
    purchases.append(Purchase(fact: fact, credit: Int64(quantity) * 7))
    rows[customer] += Int64(quantity) * 7
    return fact
  }

  /// Refunds a purchase to a share, or takes all of its refunds back.
  private mutating func changeRefund() -> TransactionFact? {
    guard !purchases.isEmpty else { return nil }
    let place = random.below(purchases.count)
    let share = [0, 33_333, 50_000, 100_000][random.below(4)]
    let before = purchases[place]
    let moment = 2 + Double(number) / 1000
    let fact =
      share == 0 ? before.fact.restored(at: moment) : before.fact.refunded(share, at: moment)
    purchases[place].returned = Int64(share)
    let customer = Self.customers.firstIndex { $0 == before.fact.appTransactionId } ?? 0
    rows[customer] +=
      before.credit * before.returned / 100_000 - before.credit * Int64(share) / 100_000
    return fact
  }

  private mutating func post(_ cause: Posting.Cause) -> Step {
    if random.below(8) == 0, let (change, name) = done.randomElement(using: &random) {
      return repeated(change, name)
    }
    let name = random.below(5)
    let amount = Int64(1 + random.below(20))
    let change = BalanceChange(
      currency: "coins", amount: cause == .spend || random.below(3) == 0 ? -amount : amount,
      cause: cause, id: "key\(number)", author: "backend")
    return .post(change, Self.names[name], outcome(of: change, name))
  }

  private mutating func repeated(_ change: BalanceChange, _ name: Int) -> Step {
    guard random.below(2) == 0 else {
      return .post(change, Self.names[name], .posted(balance: balance(of: name), isNew: false))
    }
    var other = change
    other.amount -= 1
    return .post(other, Self.names[name], .otherRequest)
  }

  private mutating func outcome(of change: BalanceChange, _ name: Int) -> BalanceOutcome {
    let before = balance(of: name)
    guard change.amount > 0 || before + change.amount >= 0 else {
      return .insufficient(balance: before)
    }
    done.append((change, name))
    if change.amount > 0 {
      rows[Self.rowsOfNames[name][0]] += change.amount
    } else {
      var rest = -change.amount
      for row in Self.rowsOfNames[name] where rows[row] > 0 {
        let part = min(rest, rows[row])
        rows[row] -= part
        rest -= part
      }
    }
    return .posted(balance: before + change.amount, isNew: true)
  }
}

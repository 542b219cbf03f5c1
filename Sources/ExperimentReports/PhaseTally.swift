import ExperimentResults
package import Ledger
import PaywallCatalog
import PaywallSubscribers

/// Everything that a report needs of the persons of a phase, summed up while they are read. Its size
/// follows the number of payers, days and values of dimensions, not that of persons.
package struct PhaseTally: PersonReducer {
  let terms: ReportTerms
  /// By number of the variant.
  private(set) var variants: [VariantTally] = []
  private(set) var exclusions = Exclusions()
  private(set) var units = 0
  private(set) var personsWithCustomers = 0
  private(set) var firstAt: Int64 = .max
  private(set) var lastAt: Int64 = .min
  /// Those whose price or rate is unknown, too.
  private(set) var paidPurchases = 0
  private var withoutRate: [String: Exclusions.CurrencyTotal] = [:]

  package init(_ terms: ReportTerms) { self.terms = terms }

  /// Of persons who share these.
  struct Cell: Hashable {
    var day: Int64
    var dimensions: RecordDetails.Number
    var placement: Int
  }

  /// Values with what they belong to: money is cut only once all of it is known.
  struct Payment {
    var cell: Cell
    var value: Int64
    var covariate: Int64
    var isConflicted: Bool
  }

  /// One metric of one variant.
  struct GoalTally {
    var moments = Moments()
    var waiting = 0
    var payments: [Payment] = []
  }

  struct VariantTally {
    var persons = 0
    /// Persons who bought (`isBought`) and whose window of the primary metric has closed.
    var buyers = 0
    var cellCounts: [Cell: Int] = [:]
    var funnel = (started: 0, paid: 0, renewed: 0, waiting: 0)
    var goals: [GoalTally]
    /// Of the primary metric, without `payments`.
    var cells: [Cell: Moments] = [:]
    var waitingCells: [Cell: Int] = [:]
    var withoutConflicts = GoalTally()
    /// By day: what came between it and the day before, less what leaves.
    var money: [Int128]
    /// Persons by whole days since the exposure, up to the last day of the curve.
    var ages: [Int]
    /// Of everybody, for health.
    var covariates = Moments()

    init(_ terms: ReportTerms) {
      goals = terms.goals.map { _ in GoalTally() }
      money = Array(repeating: 0, count: terms.curveDays + 2)
      ages = Array(repeating: 0, count: terms.curveDays + 1)
    }
  }

  package mutating func add(_ person: PersonFacts) {
    units += person.units
    if person.hasCustomer { personsWithCustomers += 1 }
    guard !person.isHeldOut else {
      exclusions.heldOut += 1
      return
    }
    guard !person.hasSeveralCustomers else {
      exclusions.severalCustomers += 1
      return
    }
    exclusions.joinedUnits += person.units - 1
    if person.isConflicted { exclusions.conflicted += 1 }
    let at = person.at.milliseconds
    firstAt = min(firstAt, at)
    lastAt = max(lastAt, at)
    while variants.count <= person.variant { variants.append(VariantTally(terms)) }
    let values = PersonValues(at: at, purchases: purchases(of: person), events: person.events)
    let covariate = person.spendBefore.map { spent(before: $0) } ?? 0
    count(person, values, covariate)
  }

  private mutating func count(_ person: PersonFacts, _ values: PersonValues, _ covariate: Int64) {
    let (variant, at, now) = (person.variant, values.at, terms.asOf.milliseconds)
    variants[variant].persons += 1
    variants[variant].covariates.add(0, covariate: covariate)
    let days = Int((now - at) / Maturity.day)
    variants[variant].ages[min(days, terms.curveDays)] += 1
    let cell = Cell(
      day: at / Maturity.day, dimensions: person.dimensions ?? 0, placement: person.placement)
    variants[variant].cellCounts[cell, default: 0] += 1
    for (index, goal) in terms.goals.enumerated() {
      let isPrimary = index == 0 && goal.part == .primary
      guard goal.maturity.isMature(exposedAt: at, at: now) else {
        variants[variant].goals[index].waiting += 1
        if isPrimary {
          variants[variant].waitingCells[cell, default: 0] += 1
          if !person.isConflicted { variants[variant].withoutConflicts.waiting += 1 }
        }
        continue
      }
      if isPrimary,
        values.purchases.contains(where: { goal.isBought($0) && $0.at < at + goal.window })
      {
        variants[variant].buyers += 1
      }
      let (value, per) =
        values.purchases.isEmpty ? (0, 0) : values.value(of: goal, terms)
      if goal.goal.name == .proceedsPerVisitor, value != 0 {
        let payment = Payment(
          cell: cell, value: value, covariate: covariate, isConflicted: person.isConflicted)
        variants[variant].goals[index].payments.append(payment)
        continue
      }
      variants[variant].goals[index].moments.add(
        value, per: per, covariate: goal.kind == .ratio ? 0 : covariate)
      guard isPrimary else { continue }
      var moments = Moments()
      moments.add(value, per: per, covariate: goal.kind == .ratio ? 0 : covariate)
      variants[variant].cells[cell, default: Moments()] += moments
      if !person.isConflicted { variants[variant].withoutConflicts.moments += moments }
    }
    countFunnel(variant, values)
    for purchase in values.purchases {
      guard let amount = terms.money.proceeds(purchase, before: now + 1) else { continue }
      let day = Int((purchase.at - at) / Maturity.day)
      guard day < min(days, terms.curveDays) else { continue }
      variants[variant].money[day + 1] += Int128(amount)
      variants[variant].money[min(days, terms.curveDays) + 1] -= Int128(amount)
    }
  }

  private mutating func countFunnel(_ variant: Int, _ values: PersonValues) {
    let now = terms.asOf.milliseconds
    let paid = values.mostPaid(before: now + 1)
    if values.purchases.contains(where: \.isStart) { variants[variant].funnel.started += 1 }
    if paid > 0 { variants[variant].funnel.paid += 1 }
    if paid > 1 { variants[variant].funnel.renewed += 1 }
    if values.at + terms.undecided > now { variants[variant].funnel.waiting += 1 }
  }

  /// The own purchases from the exposure on; the others are counted.
  private mutating func purchases(of person: PersonFacts) -> [Purchase] {
    guard !person.transactions.isEmpty else { return [] }
    let (at, now) = (person.at.milliseconds, terms.asOf.milliseconds)
    var purchases: [Purchase] = []
    for fact in person.transactions {
      guard fact.isOwn else {
        exclusions.familyShared += 1
        continue
      }
      guard let moment = fact.boughtAt, let purchase = Purchase(fact, at: moment) else {
        exclusions.withoutTime += 1
        continue
      }
      guard purchase.at >= at else {
        exclusions.beforeExposure += 1
        continue
      }
      guard purchase.at <= now else { continue }
      purchases.append(purchase)
      guard purchase.isPaid else { continue }
      paidPurchases += 1
      guard let currency = purchase.currency, let kept = purchase.kept(before: now + 1) else {
        exclusions.withoutPrice += 1
        continue
      }
      if terms.money.rate(of: currency) == nil {
        let known = withoutRate[currency]
        withoutRate[currency] = Exclusions.CurrencyTotal(
          currency: currency, transactions: (known?.transactions ?? 0) + 1,
          total: (known?.total ?? 0).saturated(adding: kept))
      }
    }
    return purchases.sorted { $0.at < $1.at }
  }

  /// Milliunits of the base, before commission.
  private func spent(before spend: [String: Int64]) -> Int64 {
    spend.reduce(0) { sum, part in
      guard let rate = terms.money.rate(of: part.key) else { return sum }
      return sum.saturated(
        adding: Int64(
          clamping: MoneyTerms.proceeds(
            Int128(part.value), micros: rate.micros, commission: .none)))
    }
  }

  /// The transactions and money that do not count, by currency.
  var excluded: Exclusions {
    var exclusions = exclusions
    exclusions.withoutRate = withoutRate.values.sorted { $0.currency < $1.currency }
    return exclusions
  }
}

extension Int64 {
  /// Stays at the bound instead of overflowing.
  func saturated(adding other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }
}

import ExperimentResults
package import Ledger
import PaywallCatalog

/// Everything that a report needs of the persons of a phase, summed up. Its size follows the number
/// of payers, days and values of dimensions, not that of persons.
package struct PhaseTally: ColumnReducer {
  let terms: ReportTerms
  /// By number of the variant.
  var variants: [VariantTally] = []
  var exclusions = Exclusions()
  var units = 0
  var personsWithCustomers = 0
  var firstAt: Int64 = .max
  var lastAt: Int64 = .min
  /// Paid purchases, including those whose price or rate is unknown.
  private(set) var paidPurchases = 0
  /// Persons who paid a price that is unknown, or in a currency without a rate.
  private(set) var personsWithoutRate = 0
  /// The purchases after first exposures, by the numbers of the variant and the product.
  private(set) var productSums: [Int: [UInt16: ProductSums]] = [:]
  private(set) var products: [BoughtProduct] = []
  private var withoutRate: [String: Exclusions.CurrencyTotal] = [:]

  package init(_ terms: ReportTerms) {
    self.terms = terms
    if let metric = terms.goals.first, metric.part == .primary, metric.hasLead {
      exclusions.beganLate = 0
    }
  }

  /// The day, dimensions and placement that persons share.
  struct Cell: Hashable {
    var day: Int64
    var dimensions: RecordDetails.Number
    var placement: Int

    init(day: Int64, _ group: PhaseColumns.Group) {
      self.day = day
      dimensions = group.dimensions ?? 0
      placement = group.placement
    }

    /// The same cell for all days.
    var everyDay: Cell {
      var cell = self
      cell.day = 0
      return cell
    }
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
    /// Persons who bought (`isBought`) and whose window of the primary metric has closed, by day of the
    /// exposure.
    var buyers: [Int64: Int] = [:]
    var allBuyers: Int { buyers.values.reduce(0, +) }
    var cellCounts: [Cell: Int] = [:]
    var funnel = (started: 0, paid: 0, renewed: 0, waiting: 0)
    var goals: [GoalTally]
    /// The sums of the primary metric, without `payments`.
    var cells: [Cell: Moments] = [:]
    /// The same of each metric, over all days.
    var groups: [[Cell: Moments]]
    var waitingCells: [Cell: Int] = [:]
    var withoutConflicts = GoalTally()
    /// By day: what came between it and the day before, less what leaves.
    var money: [Int128]
    /// Persons by whole days since the exposure, up to the last day of the curve.
    var ages: [Int]
    /// The sums of all persons' covariates, for health.
    var covariates = Moments()

    init(_ terms: ReportTerms) {
      goals = terms.goals.map { _ in GoalTally() }
      groups = terms.goals.map { _ in [:] }
      money = Array(repeating: 0, count: terms.curveDays + 2)
      ages = Array(repeating: 0, count: terms.curveDays + 1)
    }
  }

  /// Persons are summed up in a pass over the columns.
  package mutating func add(_ columns: PhaseColumns) {
    for (group, times) in zip(columns.groups, columns.strangers) {
      for (day, rests) in times.days { add(rests, ofDay: day, group) }
    }
    products = columns.products
    let micros = columns.currencies.map { terms.money.rate(of: $0)?.micros }
    let covariates = columns.spends.map { spent(before: $0) }
    var (place, eventPlace) = (0, 0)
    var bought: [Purchase] = []
    for (number, person) in columns.persons.enumerated() {
      let start = place
      while place < columns.purchases.count, columns.purchases[place].person == number {
        place += 1
      }
      let firstEvent = eventPlace
      while eventPlace < columns.events.count, columns.events[eventPlace].person == number {
        eventPlace += 1
      }
      guard !person.isRemoved else { continue }
      units += Int(person.units)
      if person.hasCustomer { personsWithCustomers += 1 }
      let group = columns.groups[Int(person.group)]
      guard !group.isHeldOut else {
        exclusions.heldOut += 1
        continue
      }
      guard !person.hasSeveralCustomers else {
        exclusions.severalCustomers += 1
        continue
      }
      exclusions.joinedUnits += Int(person.units) - 1
      if group.isConflicted { exclusions.conflicted += 1 }
      bought.removeAll(keepingCapacity: true)
      for index in start..<place {
        if let purchase = purchase(columns.purchases[index], person, columns, micros) {
          bought.append(purchase)
        }
      }
      if bought.contains(where: { $0.isPaid && ($0.price == nil || $0.micros == nil) }) {
        personsWithoutRate += 1
      }
      if bought.count > 1 { bought.sort { $0.at < $1.at } }
      count(
        PersonValues(
          at: person.at, purchases: bought, events: columns.events[firstEvent..<eventPlace],
          hasCustomer: person.hasCustomer),
        group, covariate: person.spend > 0 ? covariates[Int(person.spend) - 1] : 0)
    }
  }

  private mutating func count(
    _ values: PersonValues, _ group: PhaseColumns.Group, covariate: Int64
  ) {
    let (variant, at, now) = (group.variant, values.at, terms.asOf.milliseconds)
    firstAt = min(firstAt, at)
    lastAt = max(lastAt, at)
    prepare(variant)
    variants[variant].persons += 1
    variants[variant].covariates.add(0, covariate: covariate)
    let days = Int((now - at) / Maturity.day)
    variants[variant].ages[min(days, terms.curveDays)] += 1
    let cell = Cell(day: at / Maturity.day, group)
    variants[variant].cellCounts[cell, default: 0] += 1
    for (index, goal) in terms.goals.enumerated() {
      let isPrimary = index == 0 && goal.part == .primary
      guard goal.maturity.isMature(exposedAt: at, at: now) else {
        variants[variant].goals[index].waiting += 1
        if isPrimary {
          variants[variant].waitingCells[cell, default: 0] += 1
          if !group.isConflicted { variants[variant].withoutConflicts.waiting += 1 }
        }
        continue
      }
      let (value, per) = values.value(of: goal, terms)
      let isBuyer =
        goal.goal.name == .saved
        ? value > 0
        : values.purchases.contains { goal.isBought($0) && $0.at < at + goal.window }
      if isPrimary, isBuyer { variants[variant].buyers[cell.day, default: 0] += 1 }
      if isPrimary, values.beganLate(for: goal, (value, per)) { exclusions.beganLate? += 1 }
      if goal.goal.name == .proceedsPerVisitor, value != 0 {
        let payment = Payment(
          cell: cell, value: value, covariate: covariate, isConflicted: group.isConflicted)
        variants[variant].goals[index].payments.append(payment)
        continue
      }
      var moments = Moments()
      moments.add(value, per: per, covariate: covariate)
      variants[variant].goals[index].moments += moments
      variants[variant].groups[index][cell.everyDay, default: Moments()] += moments
      guard isPrimary else { continue }
      variants[variant].cells[cell, default: Moments()] += moments
      if !group.isConflicted { variants[variant].withoutConflicts.moments += moments }
    }
    countFunnel(variant, values)
    for purchase in values.purchases {
      productSums[variant, default: [:]][purchase.product, default: ProductSums()].add(
        purchase, terms)
      guard let amount = terms.money.proceeds(purchase, before: now + 1) else { continue }
      let day = Int((purchase.at - at) / Maturity.day)
      guard day < min(days, terms.curveDays) else { continue }
      variants[variant].money[day + 1] += Int128(amount)
      variants[variant].money[min(days, terms.curveDays) + 1] -= Int128(amount)
    }
  }

  /// Counts a mature person (`ReportTerms.undecided`). One who paid or renewed is among those who
  /// started after the exposure: renewals of what began before it are no step of this paywall.
  private mutating func countFunnel(_ variant: Int, _ values: PersonValues) {
    guard values.at + terms.undecided <= terms.asOf.milliseconds else {
      return variants[variant].funnel.waiting += 1
    }
    let begun = Set(values.purchases.filter(\.isStart).map(\.chain))
    guard !begun.isEmpty else { return }
    variants[variant].funnel.started += 1
    let paid = values.mostPaid(before: terms.asOf.milliseconds + 1, of: begun)
    if paid > 0 { variants[variant].funnel.paid += 1 }
    if paid > 1 { variants[variant].funnel.renewed += 1 }
  }

  mutating func prepare(_ variant: Int) {
    while variants.count <= variant { variants.append(VariantTally(terms)) }
  }

  /// An own purchase from the exposure on; the others are counted.
  private mutating func purchase(
    _ fact: PhaseColumns.Purchase, _ person: PhaseColumns.Person, _ columns: PhaseColumns,
    _ micros: [Int64?]
  ) -> Purchase? {
    guard fact.marks.contains(.isOwn) else {
      exclusions.familyShared += 1
      return nil
    }
    guard fact.marks.contains(.hasTime) else {
      exclusions.withoutTime += 1
      return nil
    }
    guard fact.at >= person.at else {
      exclusions.beforeExposure += 1
      return nil
    }
    let now = terms.asOf.milliseconds
    guard fact.at <= now else { return nil }
    if fact.marks.contains(.isContradicted) { exclusions.contradicted += 1 }
    let purchase = Purchase(fact, in: columns, micros: micros)
    guard purchase.isPaid else { return purchase }
    paidPurchases += 1
    guard let kept = purchase.kept(before: now + 1) else {
      exclusions.withoutPrice += 1
      return purchase
    }
    if purchase.micros == nil {
      let currency = columns.currencies[Int(fact.currency) - 1]
      let known = withoutRate[currency]
      withoutRate[currency] = Exclusions.CurrencyTotal(
        currency: currency, transactions: (known?.transactions ?? 0) + 1,
        total: (known?.total ?? 0).saturated(adding: kept))
    }
    return purchase
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

  /// Paid purchases whose price or rate is unknown.
  var purchasesWithoutRate: Int {
    exclusions.withoutPrice + withoutRate.values.reduce(0) { $0 + $1.transactions }
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

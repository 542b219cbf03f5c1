import ExperimentReports
import ExperimentResults
import PaywallCatalog

extension ReportPlan {
  /// How large it is, and since when that stands.
  func origin(_ currency: String) -> [[String]] {
    let source =
      switch basis {
      case .buyers(let count, let persons)?:
        "from the first \(ResultsWords.counted(count, "buyer")) among \(ResultsWords.counted(persons, "person")) of the control"
      case .baseline(let share)?: "from a share of \(Wording.percent(share)) who buy"
      case .past(let experiment, let phase, let buyers, let persons)?:
        "from the \(ResultsWords.counted(buyers, "buyer")) among \(ResultsWords.counted(persons, "person")) of the control of '\(experiment)', phase \(phase)"
      case nil: ""
      }
    let made =
      progress.isForecast
      ? "not yet; the forecast is \(source)"
      : "\(madeAt.map { "on \(Wording.day($0)), " } ?? "")\(source), for an effect of \(Wording.percent(smallest))"
    let cut = cap.map { "at most \(Wording.money(Double($0), currency)) a person" }
    return [["Plan made", made]] + (cut.map { [["Cap of the planned sample", $0]] } ?? [])
  }
}

extension PlanProgress {
  /// `1,200 of 9,846 people, about 35 days left, until 7 Dec 2026`.
  ///
  /// - Parameter now: `nil` beside a decision, which the time that is left does not change.
  func words(at now: Timestamp?) -> String {
    let all = "\(isForecast ? "about " : "")\(ResultsWords.counted(planned, "person"))"
    let people = "\(Wording.count(enrolled)) of \(all)"
    if daysLeft == 0 { return "\(people), complete" }
    guard let now, let timeLeft else { return people }
    let day = day(after: now).map { ", until \(Wording.day($0))" }
    return "\(people), \(timeLeft) left\(day ?? "")"
  }

  /// When the sample is mature if visitors go on to come as they do; `nil` if nobody enters.
  func day(after now: Timestamp) -> Timestamp? {
    guard quietDays == nil, let daysLeft, daysLeft > 0 else { return nil }
    return now.adding(milliseconds: Int64(daysLeft) * Timestamp.day)
  }
}

extension Guardrail {
  /// `up to 1 point worse, must be safe first`.
  var ruleWords: String {
    let size =
      switch margin {
      case .absolute(0), .relative(0): "not worse"
      case .absolute(let size): "up to \(unit.distance(size)) worse"
      case .relative(let part): "up to \(Wording.percent(part)) worse"
      }
    return isRequired ? "\(size), must be safe first" : size
  }
}

extension ReportMetric {
  /// A difference in the metric's own unit: money, or points of a percentage.
  func difference(_ value: Double, _ currency: String) -> String {
    guard value.isFinite else { return value < 0 ? "any less" : "any more" }
    let sign = value > 0 ? "+" : ""
    return isMoney
      ? sign + Wording.money(value, currency, isAverage: true)
      : "\(sign)\(Wording.decimal(value * 100, 2)) points"
  }
}

extension ResultsWords {
  package static func probability(_ p: Double) -> String {
    p < 0.001 ? "< 0.001" : Wording.decimal(p, 3)
  }
}

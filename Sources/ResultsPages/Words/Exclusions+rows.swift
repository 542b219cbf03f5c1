package import ExperimentReports
import ExperimentResults

extension Exclusions {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var why: String
    package var count: String
    package var isZero: Bool
  }

  /// The persons and purchases that were left out, or count otherwise than one might think.
  package var rows: [Row] {
    func row(_ name: String, _ why: String, _ count: Int, _ noun: String) -> Row {
      Row(name: name, why: why, count: ResultsWords.counted(count, noun), isZero: count == 0)
    }
    var rows = [
      row(
        "Several customers", "left out: it is not known which purchases are theirs",
        severalCustomers,
        "person"),
      row("Held out", "left out: exposed although held out", heldOut, "person"),
      row("Several variants", "count with the first variant they saw", conflicted, "person"),
      row("Same person", "further ids of people who are counted once", joinedUnits, "id"),
      row("Test environments", "left out: they are not production", otherEnvironments, "id"),
      row(
        "Before the exposure", "left out: the paywall did not cause them", beforeExposure,
        "purchase"),
      row(
        "Shared", "left out: someone else paid, for a family or a seat", familyShared,
        "purchase"),
      row("No price", "left out of money: Apple named no price", withoutPrice, "purchase"),
      row("No time", "left out: their time is not known", withoutTime, "purchase"),
      row(
        "Erased early",
        "count with their value at erasure, before their window closed",
        erasedEarly, "person"),
      row(
        "Erased before", "left out: their values were kept for other windows, or not at all",
        erasedLeftOut, "person"),
    ]
    if contradicted > 0 {
      rows.append(
        row(
          "Contradictions", "count each, though the App Store's texts name fewer purchases",
          contradicted, "purchase"))
    }
    if let beganLate {
      rows.append(
        row(
          "Began late",
          "their purchases do not count: with a trial they could not pay within the window",
          beganLate, "person"))
    }
    rows += withoutRate.map { total in
      Row(
        name: "No rate for \(total.currency)",
        why: "left out of money: add the rate to Paywalls/store/rates.yaml",
        count:
          "\(ResultsWords.counted(total.transactions, "purchase")), \(Wording.money(Double(total.total), total.currency))",
        isZero: false)
    }
    return rows
  }
}

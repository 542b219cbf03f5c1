import ExperimentResults
import Ledger
import PaywallCatalog
import Serving

extension Recomputation {
  /// The primary metric by what was known at the first exposure.
  var breakdowns: String {
    let table = "CREATE OR REPLACE TEMP TABLE breakdowns"
    guard let metric = primary else {
      return """
        \(table) (dimension VARCHAR, value VARCHAR, variant VARCHAR, persons BIGINT,
          waiting BIGINT, total HUGEINT, denominator HUGEINT);
        """
    }
    let (value, per) = values(metric)
    return """
      \(table) AS
      WITH mature AS (
        SELECT p.person, (\(value))::HUGEINT AS v, (\(per))::HUGEINT AS d FROM persons AS p, terms
        WHERE \(isMature(metric))),
      capped AS (SELECT person, d, coalesce(least(v, \(cap(metric))), v) AS y FROM mature),
      -- A person has the number of the first unit.
      first_units AS (SELECT p.person, p.variant, u.* EXCLUDE variant
        FROM persons AS p JOIN units AS u ON u.id = p.person),
      labelled AS (
      \(labels)),
      counted AS (
        SELECT dimension, value, variant, count(y) AS persons, count(*) - count(y) AS waiting,
          coalesce(sum(y), 0) AS total, coalesce(sum(d), 0) AS denominator
        FROM labelled LEFT JOIN capped USING (person) GROUP BY dimension, value, variant),
      ranked AS (
        SELECT dimension, value, row_number() OVER (
          PARTITION BY dimension ORDER BY sum(persons + waiting) DESC, value) AS rank
        FROM counted GROUP BY dimension, value)
      SELECT dimension, CASE WHEN rank > \(Assembly.mostRows) THEN '\(Assembly.rest)' ELSE value END AS value,
        variant, sum(persons) AS persons, sum(waiting) AS waiting, sum(total) AS total,
        sum(denominator) AS denominator
      FROM counted JOIN ranked USING (dimension, value) GROUP BY ALL;
      """
  }

  private var labels: String {
    ResultDimension.allCases.map { dimension in
      let column = VisitorDimensions.column(dimension)?.name ?? "nullif(placement, '')"
      return "SELECT person, variant, '\(dimension.rawValue)' AS dimension,"
        + " coalesce(\(column), '\(Assembly.unknown)') AS value FROM first_units"
    }.joined(separator: "\nUNION ALL ")
  }

  /// How many persons count as if they had not bought, because they began after the lead of the
  /// primary metric.
  var beganLate: String {
    guard let metric = primary else { return "0" }
    let (value, per) = values(metric)
    let counted: (condition: String, number: String)
    switch metric.goal.name {
    case .paidRate: counted = ("b.is_paid_period", value)
    case .trialToPaid: counted = ("b.is_free_period", per)
    case .startRate, .proceedsPerVisitor, .refundShare, .cancelWithin24h, .billingFailure,
      .secondRenewal, .saved, .stillPaying:
      return "0"
    }
    return """
      (SELECT count(*) FROM persons AS p, terms WHERE \(isMature(metric)) AND (\(counted.number)) = 0
        AND EXISTS (SELECT 1 FROM purchases AS b WHERE b.person = p.person AND \(counted.condition)
          AND b.happened < p.happened + \(metric.maturity.window)))
      """
  }

  private var primary: MetricTerms? { terms.goals.first.flatMap { $0.part == .primary ? $0 : nil } }

  private func isMature(_ metric: MetricTerms) -> String {
    "p.happened + \(metric.maturity.window) <= as_of"
  }
}

import ExperimentResults

extension Recomputation {
  /// How many erased persons had each value of a metric, as the table `gone`.
  static let erased = """
    -- Persons who were erased: how many had each value of a metric in its windows.
    CREATE OR REPLACE TEMP TABLE gone_last AS
    SELECT c.variant, max(s.total::BIGINT) AS happened
    FROM plain('erased_cells') AS c JOIN plain('erased_sums') AS s ON s.cell = c.number, terms AS t
    WHERE c.environment = t.environment AND c.experiment = t.experiment
      AND c.phase::BIGINT = t.phase AND s.metric = 'lastExposure'
    GROUP BY c.variant;
    CREATE OR REPLACE TEMP TABLE gone AS
    SELECT c.variant, regexp_extract(s.metric, '^value \\S+ \\S+ \\S+ (.*)$', 1) AS metric,
      CASE WHEN c.day = '0' THEN coalesce(
          (SELECT happened FROM gone_last AS l WHERE l.variant = c.variant),
          (SELECT max(happened) FROM persons))
        ELSE (c.day::BIGINT + CASE c.dimensions WHEN 'all' THEN 1 ELSE 7 END) * \(Maturity.day) END
        AS happened,
      split_part(s.metric, ' ', 2)::INT & 1 = 1 AS is_open,
      split_part(s.metric, ' ', 3)::HUGEINT AS v, split_part(s.metric, ' ', 4)::HUGEINT AS d,
      sum(s.total::HUGEINT) FILTER (coalesce(s.times, '') = '') AS n,
      coalesce(sum(s.total::HUGEINT) FILTER (s.times = 'with spendBefore'), 0) AS x,
      coalesce(sum(s.total::HUGEINT) FILTER (s.times = 'with spendBefore squared'), 0) AS xx
    FROM plain('erased_cells') AS c JOIN plain('erased_sums') AS s ON s.cell = c.number, terms AS t
    WHERE c.environment = t.environment AND c.experiment = t.experiment
      AND c.phase::BIGINT = t.phase AND c.dimensions IN ('all', 'all of a week') AND s.metric LIKE 'value %'
    GROUP BY c.variant, c.day, c.dimensions, s.metric;
    """

  /// Returns the contribution of erased persons to a metric, as `left_over`.
  func gone(_ metric: MetricTerms) -> String {
    """
    left_over AS (
        SELECT variant, sum(n) FILTER (counts) AS persons, sum(n) FILTER (NOT counts) AS waiting,
          sum(y * n) FILTER (counts), sum(y * y * n) FILTER (counts), sum(d * n) FILTER (counts),
          sum(y * d * n) FILTER (counts), sum(v * n) FILTER (counts), sum(x) FILTER (counts),
          sum(xx) FILTER (counts), sum(y * x) FILTER (counts), sum(d * x) FILTER (counts),
          sum(n) FILTER (counts) AS erased
        FROM (SELECT *, coalesce(least(v, \(cap(metric))), v) AS y, \(counts(metric)) AS counts
          FROM gone, terms WHERE metric = '\(metric.erasedName)') GROUP BY variant)
    """
  }

  /// Each value of erased persons as often as it was there.
  func goneTotals(_ metric: MetricTerms) -> String {
    "SELECT v FROM (SELECT v, unnest(range(greatest(n, 0)::BIGINT)) FROM gone, terms"
      + " WHERE metric = '\(metric.erasedName)' AND \(counts(metric)))"
  }

  /// Returns the condition for an erased person to count: one whose windows were open waits until
  /// the day is mature.
  private func counts(_ metric: MetricTerms) -> String {
    "(NOT is_open OR happened + \(metric.maturity.window) <= as_of)"
  }
}

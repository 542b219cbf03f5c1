import ExperimentResults
import PaywallCatalog

/// The SQL with which a reader computes the numbers of a report again, in DuckDB, from the folder that
/// `paywall ledger export --tables` writes. It leaves the tables `metrics`, `funnel`, `proceeds`,
/// `exclusions` and `breakdowns`.
package struct Recomputation: Sendable {
  let terms: ReportTerms

  package var sql: String {
    ([head, Self.identities, Self.persons, purchases, Self.erased] + [metrics, others, breakdowns])
      .joined(separator: "\n")
  }

  private var head: String {
    let experiment = terms.experiment
    return """
      -- DuckDB 1.1 or later, in the folder that 'paywall ledger export --tables FOLDER' wrote.
      -- Times are milliseconds since 1970, UTC; money is in milliunits.
      -- Texts that a spreadsheet would take for formulas begin with an apostrophe, unless they were
      -- exported with --raw.
      CREATE OR REPLACE MACRO plain(name) AS TABLE
        SELECT regexp_replace(COLUMNS(*), '^''([=+@\\t\\r\\n''\\x{FF1D}\\x{FF0B}\\x{FF0D}\\x{FF20}-])', '\\1')
        FROM read_csv(
          name || '.csv', header = true, all_varchar = true, nullstr = '',
          allow_quoted_nulls = false, quote = '"', escape = '"', delim = ',');
      CREATE OR REPLACE MACRO join_form(id) AS CASE
        WHEN regexp_full_match(id, '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}')
        THEN lower(id) ELSE id END;
      CREATE OR REPLACE TEMP TABLE terms AS SELECT
        \(quoted(terms.environment.rawValue)) AS environment, \(quoted(experiment.id)) AS experiment,
        \(experiment.phase) AS phase, \(terms.asOf.milliseconds)::BIGINT AS as_of,
        \(terms.undecided)::BIGINT AS undecided;
      CREATE OR REPLACE TEMP TABLE rates (currency VARCHAR, micros HUGEINT);
      INSERT INTO rates VALUES \(rates);
      """
  }

  private var rates: String {
    let money = terms.money
    let currencies = Set(money.rates?.days.flatMap(\.micros.keys) ?? []).union([money.base])
    return currencies.sorted().compactMap { currency in
      money.rate(of: currency).map { "(\(quoted(currency)), \($0.micros))" }
    }.joined(separator: ", ")
  }

  /// Proceeds of an amount, rounded half up.
  func proceeds(_ amount: String, _ commission: String) -> String {
    "((2 * (\(amount))::HUGEINT * (10000 - \(commission)) * 1000000 + 10000 * micros)"
      + " // (2 * 10000 * micros))"
  }

  private var purchases: String {
    let money = terms.money.commission
    return """
      -- What persons bought after the exposure; transactions of family members are not theirs.
      CREATE OR REPLACE TEMP TABLE bought AS
      SELECT person, variant, p.happened AS exposed_at, t.original_transaction_id AS chain,
        t.ownership IS NULL OR t.ownership = 'PURCHASED' AS is_own,
        t.bought_at::BIGINT AS happened,
        CASE WHEN t.price IS NULL THEN t.offer_discount IS DISTINCT FROM 'FREE_TRIAL'
          ELSE t.price::BIGINT > 0 END AS is_paid,
        t.additional_reason IS NOT DISTINCT FROM 'SEAT_ADDITION' AS is_addition,
        t.reason IS DISTINCT FROM 'RENEWAL' AND NOT is_addition AS is_start,
        is_paid AND NOT is_addition AS is_paid_period,
        NOT is_paid AND NOT is_addition AS is_free_period,
        coalesce(t.type = 'Auto-Renewable Subscription', t.group_id IS NOT NULL) AS is_subscription,
        t.price::HUGEINT AS price, nullif(t.currency, '') AS currency, r.micros,
        t.transaction_id, t.original_purchase_date::BIGINT AS first_at
      FROM persons AS p JOIN person_customers USING (person)
      JOIN plain('purchases') AS t USING (customer)
      LEFT JOIN rates AS r ON r.currency = t.currency;
      CREATE OR REPLACE TEMP TABLE purchases AS
      SELECT bought.*, CASE WHEN is_subscription AND happened - coalesce(first_at, happened) >= \(MoneyTerms.year)
          THEN \(money.afterYear.value) ELSE \(money.standard.value) END AS commission
      FROM bought, terms WHERE is_own AND happened >= exposed_at AND happened <= as_of;
      -- What was given back, as shares of the price; each row of a transaction is more than the one before.
      CREATE OR REPLACE TEMP TABLE returns AS
      SELECT r.original_transaction_id AS chain, r.transaction_id, r.happened::BIGINT AS happened,
        r.part::HUGEINT AS part, r.whole::HUGEINT AS whole
      FROM plain('returns') AS r, terms AS x WHERE r.environment = x.environment;
      CREATE OR REPLACE MACRO kept(its_price, its_chain, its_id, moment) AS its_price - coalesce((
        SELECT max(its_price * r.part // r.whole) FROM returns AS r
        WHERE r.chain = its_chain AND r.transaction_id = its_id AND r.happened < moment), 0);
      CREATE OR REPLACE MACRO net(amount, micros, commission) AS
        (2 * amount * (10000 - commission) * 1000000 + 10000 * micros) // (2 * 10000 * micros);
      CREATE OR REPLACE TEMP TABLE covariates AS
      SELECT person, sum(\(proceeds("c.spend", "0"))) AS covariate
      FROM persons AS p JOIN units AS u ON u.id = p.person, terms AS x
      JOIN plain('covariates') AS c ON c.environment = x.environment
        AND c.experiment = x.experiment AND c.phase::BIGINT = x.phase AND c.unit = u.unit
        AND c.unit_kind = u.unit_kind
      JOIN rates AS r ON r.currency = c.currency
      GROUP BY person;
      CREATE OR REPLACE TEMP TABLE renewals AS
      SELECT DISTINCT person, e.original_transaction_id AS chain, e.kind, e.happened::BIGINT AS happened
      FROM persons JOIN person_customers USING (person)
      JOIN plain('renewal_events') AS e USING (customer);
      """
  }

  private var metrics: String {
    """
    CREATE OR REPLACE TEMP TABLE metrics (
      metric VARCHAR, variant VARCHAR, persons BIGINT, waiting BIGINT, total HUGEINT,
      squares HUGEINT, denominator HUGEINT, products HUGEINT, raw_total HUGEINT, cap HUGEINT,
      covariate HUGEINT, covariate_squares HUGEINT, covariate_products HUGEINT,
      covariate_denominator HUGEINT, erased BIGINT);
    """ + "\n" + terms.goals.map { metric($0) }.joined(separator: "\n")
  }

  /// The value, and what it is divided by, of the person `p`.
  func values(_ metric: MetricTerms) -> (value: String, per: String) {
    let end = "p.happened + \(metric.window)"
    let own = "FROM purchases AS b WHERE b.person = p.person AND b.happened < \(end)"
    func exists(_ condition: String) -> String {
      "(SELECT count(*) > 0 \(own) AND \(condition))::INT"
    }
    let start = "b.is_start AND b.is_subscription"
    func event(_ kind: String, before limit: String) -> String {
      "EXISTS (SELECT 1 FROM renewals AS e WHERE e.person = p.person AND e.chain = b.chain"
        + " AND e.kind = '\(kind)' AND b.happened <= e.happened AND e.happened < \(limit))"
    }
    switch metric.goal.name {
    case .startRate: return (exists("b.is_start"), "0")
    case .paidRate:
      let lead = "p.happened + \(metric.lead)"
      return (
        "(SELECT count(*) > 0 FROM purchases AS b WHERE b.person = p.person AND b.is_paid_period"
          + " AND b.happened < p.happened + \(metric.maturity.window)"
          + " AND EXISTS (SELECT 1 FROM purchases AS q WHERE q.person = b.person"
          + " AND q.chain = b.chain AND q.happened < \(lead)))::INT", "0"
      )
    case .trialToPaid:
      let trials =
        "FROM purchases AS b WHERE b.person = p.person AND b.is_free_period"
        + " AND b.happened < p.happened + \(metric.lead)"
      let later =
        "EXISTS (SELECT 1 FROM purchases AS q WHERE q.person = b.person AND q.is_paid_period"
        + " AND q.chain = b.chain AND b.happened < q.happened AND q.happened < p.happened + \(metric.maturity.window))"
      return (
        "(SELECT count(*) > 0 \(trials) AND \(later))::INT", "(SELECT count(*) > 0 \(trials))::INT"
      )
    case .proceedsPerVisitor:
      let kept = "kept(b.price, b.chain, b.transaction_id, \(end))"
      return (
        "(SELECT coalesce(sum(net(\(kept), b.micros, b.commission)), 0) \(own) AND b.is_paid"
          + " AND b.price IS NOT NULL AND b.micros IS NOT NULL)", "0"
      )
    case .refundShare:
      return (
        "(SELECT count(*) \(own) AND b.is_paid_period AND EXISTS (SELECT 1 FROM returns AS r"
          + " WHERE r.chain = b.chain AND r.transaction_id = b.transaction_id"
          + " AND r.happened < \(end)))", "(SELECT count(*) \(own) AND b.is_paid_period)"
      )
    case .cancelWithin24h:
      return (
        exists("\(start) AND \(event("turnedOff", before: "b.happened + \(Maturity.day)"))"),
        exists(start)
      )
    case .billingFailure:
      return (exists("\(start) AND \(event("billingFailed", before: end))"), exists(start))
    case .secondRenewal:
      return (
        "coalesce((SELECT max(n) >= 3 FROM (SELECT count(*) AS n \(own) AND b.is_paid_period"
          + " GROUP BY b.chain)), false)::INT", "0"
      )
    case .saved:
      let off =
        "SELECT 1 FROM renewals AS e WHERE e.person = p.person AND e.kind = 'turnedOff'"
        + " AND p.happened <= e.happened AND e.happened < \(end) AND EXISTS (SELECT 1 FROM bought AS b"
        + " WHERE b.person = e.person AND b.chain = e.chain) AND NOT EXISTS (SELECT 1 FROM renewals AS o"
        + " WHERE o.person = e.person AND o.chain = e.chain AND o.kind = 'turnedOn'"
        + " AND e.happened <= o.happened AND o.happened < \(end))"
      return ("p.customers * (NOT EXISTS (\(off)))::INT", "p.customers")
    case .stillPaying: return (exists("b.is_paid_period"), "0")
    }
  }

  /// Returns the cap on the values `v` of the table `mature`.
  func cap(_ metric: MetricTerms) -> String {
    guard metric.isMoney else { return "NULL" }
    return "(SELECT v FROM (SELECT v, row_number() OVER (ORDER BY v) AS rank, count(*) OVER () AS n"
      + " FROM (SELECT v FROM mature UNION ALL \(goneTotals(metric))) WHERE v <> 0)"
      + " WHERE rank = "
      + (metric.goal.cap.map { "(\($0.value) * n + 9999) // 10000)" }
        ?? "CASE WHEN n < \(Winsorising.manyTotals) THEN (99 * n + 99) // 100 ELSE (999 * n + 999) // 1000 END)")
  }

  private func metric(_ metric: MetricTerms) -> String {
    let (value, per) = values(metric)
    let cap = cap(metric)
    return """
      INSERT INTO metrics
      WITH everybody AS (
        SELECT p.*, p.happened + \(metric.maturity.window) <= as_of AS is_mature FROM persons AS p, terms),
      mature AS (
        SELECT p.variant, (\(value))::HUGEINT AS v, (\(per))::HUGEINT AS d, coalesce(c.covariate, 0) AS x
        FROM everybody AS p LEFT JOIN covariates AS c USING (person) WHERE is_mature),
      capped AS (SELECT *, coalesce(least(v, \(cap)), v) AS y FROM mature),
      \(gone(metric)),
      arms AS (
        SELECT variant, count(*) AS persons, 0 AS waiting, sum(y) AS total, sum(y * y) AS squares,
          sum(d) AS denominator, sum(y * d) AS products, sum(v) AS raw_total, sum(x) AS covariate,
          sum(x * x) AS xx, sum(y * x) AS yx, sum(d * x) AS dx, 0 AS erased
        FROM capped GROUP BY variant
        UNION ALL SELECT variant, 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM everybody
        WHERE NOT is_mature GROUP BY variant
        UNION ALL SELECT * FROM left_over)
      SELECT '\(metric.goal.name.rawValue)', variant, sum(persons), sum(waiting), sum(total),
        sum(squares), sum(denominator), sum(products), sum(raw_total), \(cap), sum(covariate),
        sum(xx), sum(yx), sum(dx), sum(erased)
      FROM arms GROUP BY variant;
      """
  }

  private var others: String {
    """
    CREATE OR REPLACE TEMP TABLE funnel AS
    WITH begun AS (SELECT DISTINCT person, chain FROM purchases WHERE is_start),
    chains AS (SELECT person, chain, count(*) FILTER (is_paid_period) AS n
      FROM purchases JOIN begun USING (person, chain) GROUP BY ALL),
    best AS (SELECT person, max(n) AS n FROM chains GROUP BY person)
    SELECT variant, count(*) FILTER (happened + undecided <= as_of) AS shown,
      count(*) FILTER (happened + undecided <= as_of AND n IS NOT NULL) AS started,
      count(*) FILTER (happened + undecided <= as_of AND n > 0) AS paid,
      count(*) FILTER (happened + undecided <= as_of AND n > 1) AS renewed,
      count(*) FILTER (happened + undecided > as_of) AS waiting
    FROM terms, persons LEFT JOIN best USING (person) GROUP BY variant;
    CREATE OR REPLACE TEMP TABLE proceeds AS
    SELECT variant, d.day, count(DISTINCT p.person) AS persons,
      coalesce(sum(net(kept(b.price, b.chain, b.transaction_id, as_of + 1), b.micros,
        b.commission)) FILTER (b.is_paid AND b.price IS NOT NULL AND b.micros IS NOT NULL
          AND b.happened < p.happened + d.day * \(Maturity.day)), 0) AS total
    FROM range(1, \(terms.curveDays + 1)) AS d (day), terms, persons AS p
    LEFT JOIN purchases AS b USING (variant, person)
    WHERE p.happened + d.day * \(Maturity.day) <= as_of
    GROUP BY variant, d.day;
    CREATE OR REPLACE TEMP TABLE exclusions AS SELECT
      (SELECT count(*) FROM people WHERE is_held_out) AS held_out,
      (SELECT count(*) FROM people WHERE NOT is_held_out AND customers > 1) AS several_customers,
      (SELECT count(*) FROM persons WHERE is_conflicted) AS conflicted,
      \(beganLate) AS began_late,
      (SELECT coalesce(sum(units - 1), 0) FROM persons) AS joined_units,
      (SELECT count(*) FROM bought WHERE NOT is_own) AS family_shared,
      (SELECT count(*) FROM bought WHERE is_own AND happened < exposed_at) AS before_exposure,
      (SELECT count(*) FROM purchases WHERE is_paid AND (price IS NULL OR currency IS NULL))
        AS without_price,
      (SELECT count(*) FROM purchases WHERE is_paid AND price IS NOT NULL AND currency IS NOT NULL
        AND micros IS NULL) AS without_rate;
    """
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}

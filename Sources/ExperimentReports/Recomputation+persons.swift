import Ledger
import PaywallCatalog
import Serving

extension Recomputation {
  /// Columns of exposures by which results are broken down.
  private static let dimensions = ResultDimension.allCases
    .compactMap { VisitorDimensions.column($0) }.map { "e.\($0.name)" }.joined(separator: ", ")

  /// The customers of a unit: those linked to it, to the user whose alias it surely is, or whose
  /// purchase carries it; without any, or with a proof, those who were seen with it.
  static let identities = """
    CREATE OR REPLACE TEMP TABLE units AS
    SELECT e.unit, e.unit_kind, e.sent_as, e.variant, e.placement, \(dimensions),
      e.rendered_at::BIGINT AS happened, e.is_conflict = 'true' AS is_conflict,
      e.is_held_out = 'true' AS is_held_out,
      e.unit_kind = 'userId' OR e.unit_kind = 'visitor' AND e.sent_as IS NOT DISTINCT FROM 'userId'
        AS is_sent_as_user,
      row_number() OVER (ORDER BY e.rendered_at::BIGINT, e.recorded_at::BIGINT, e.unit, e.unit_kind)
        AS id
    FROM plain('exposures') AS e, terms AS x
    WHERE e.environment = x.environment AND e.experiment = x.experiment
      AND e.phase::BIGINT = x.phase AND e.exposures::BIGINT > 0
      AND e.exposed_at::BIGINT <= x.as_of;
    CREATE OR REPLACE TEMP TABLE aliases AS
    SELECT anonymous_id, user_id, voucher <> 'client' AS is_strong,
      voucher <> 'client' AND is_contested = 'false' AS is_sure
    FROM plain('aliases') WHERE environment = (SELECT environment FROM terms);
    CREATE OR REPLACE TEMP TABLE ids AS SELECT unit AS name FROM units
    UNION SELECT anonymous_id FROM aliases UNION SELECT user_id FROM aliases;
    CREATE OR REPLACE TEMP TABLE linked AS
    SELECT name, customer FROM ids JOIN plain('links') AS l ON l.user = name
    WHERE l.environment = (SELECT environment FROM terms)
    UNION SELECT name, customer FROM ids JOIN plain('tokens') AS t ON t.token = lower(name)
    WHERE t.environment = (SELECT environment FROM terms);
    CREATE OR REPLACE TEMP TABLE users AS SELECT name FROM linked
    UNION SELECT user_id FROM aliases WHERE is_strong
    UNION SELECT e.unit FROM plain('exposures') AS e JOIN aliases ON anonymous_id = e.unit
    WHERE e.environment = (SELECT environment FROM terms) AND (e.unit_kind = 'userId'
      OR e.unit_kind = 'visitor' AND e.sent_as IS NOT DISTINCT FROM 'userId');
    CREATE OR REPLACE TEMP TABLE owners AS
    SELECT id, unit, CASE WHEN is_sent_as_user OR unit IN (SELECT name FROM users) THEN unit
      ELSE (SELECT any_value(user_id) FROM aliases WHERE anonymous_id = unit AND is_sure) END AS owner
    FROM units;
    CREATE OR REPLACE TEMP TABLE unit_customers AS
    WITH linked_units AS (
      SELECT id, customer FROM owners JOIN linked ON name = unit
      UNION SELECT id, customer FROM owners JOIN linked ON name = owner),
    seen AS (
      SELECT id, join_form(coalesce(owner, unit)) AS name,
        CASE WHEN owner IS NULL THEN 'anonymousId' ELSE 'userId' END AS kind FROM owners
      UNION SELECT id, join_form(anonymous_id), 'anonymousId'
      FROM owners JOIN aliases ON user_id = owner AND is_sure
      WHERE anonymous_id NOT IN (SELECT name FROM users))
    SELECT id, customer FROM linked_units
    UNION SELECT id, s.customer FROM seen JOIN plain('sightings') AS s
      ON s.unit = name AND s.kind = seen.kind
    WHERE s.environment = (SELECT environment FROM terms)
      AND s.customer NOT IN (SELECT customer FROM plain('set_aside_customers'))
      AND (s.is_proved = 'true' OR id NOT IN (SELECT id FROM linked_units));
    """

  /// Units of one user, or that reach one customer, are one person with the first exposure.
  static let persons = """
    CREATE OR REPLACE TEMP TABLE counted_customers AS
    SELECT id, customer, coalesce('account ' || c.apple_account, customer) AS account
    FROM unit_customers LEFT JOIN plain('customers') AS c ON c.number = customer;
    CREATE OR REPLACE TEMP TABLE keys AS
    SELECT id, 'user ' || join_form(owner) AS k FROM owners WHERE owner IS NOT NULL
    UNION SELECT id, 'customer ' || account FROM counted_customers;
    CREATE OR REPLACE TEMP TABLE joined AS
    WITH RECURSIVE reach (id, root) AS (
      SELECT id, id FROM units
      UNION SELECT b.id, r.root FROM reach AS r JOIN keys AS a ON a.id = r.id
        JOIN keys AS b ON b.k = a.k)
    SELECT id, min(root) AS person FROM reach GROUP BY id;
    CREATE OR REPLACE TEMP TABLE person_customers AS
    SELECT DISTINCT person, customer FROM joined JOIN unit_customers USING (id);
    CREATE OR REPLACE TEMP TABLE people AS
    SELECT person, arg_min(variant, id) AS variant, arg_min(happened, id) AS happened, count(*) AS units,
      bool_or(is_conflict) OR count(DISTINCT variant) > 1 AS is_conflicted,
      bool_or(is_held_out) AS is_held_out, any_value(coalesce(n, 0)) AS customers
    FROM units JOIN joined USING (id) LEFT JOIN (
      SELECT person, count(DISTINCT account) AS n FROM joined JOIN counted_customers USING (id)
      GROUP BY person) USING (person)
    GROUP BY person;
    CREATE OR REPLACE TEMP TABLE persons AS
    SELECT * FROM people WHERE NOT is_held_out AND customers <= 1;
    """
}

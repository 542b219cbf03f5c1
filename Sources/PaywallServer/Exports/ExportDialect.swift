import LedgerStorage

/// A warehouse, whose SQL creates the tables of an export and a view of the rows that hold now.
enum ExportDialect: String, CaseIterable {
  case duckdb, bigquery, clickhouse, snowflake

  /// The name of the file with the schema.
  var file: String { "schema-\(rawValue).sql" }

  /// A table `NAME_rows` for the files, and a view `NAME` with the newest copy of each row.
  func schema(_ tables: [PlainTable]) -> String {
    "-- Made by 'paywall export'. Load the files of each folder into NAME_rows; read NAME.\n"
      + tables.map { table in
        let columns = table.columns.map { "  \(quoted($0.name)) \(type(of: $0))" }
          .joined(separator: ",\n")
        let rows = "\(table.name)_rows"
        return """

          CREATE TABLE IF NOT EXISTS \(rows) (
          \(columns)
          )\(engine);
          CREATE OR REPLACE VIEW \(table.name) AS SELECT * FROM (
            SELECT * FROM \(rows)
            QUALIFY row_number() OVER (PARTITION BY row_id ORDER BY run DESC) = 1
          ) AS newest WHERE NOT is_deleted;

          """
      }.joined()
  }

  private var engine: String {
    self == .clickhouse ? " ENGINE = MergeTree ORDER BY (row_id, run)" : ""
  }

  private func quoted(_ name: String) -> String {
    switch self {
    case .duckdb, .clickhouse: "\"\(name)\""
    case .bigquery: "`\(name)`"
    // Quoted, a name would have to be written in lower case and in quotes everywhere.
    case .snowflake: name
    }
  }

  private func type(of column: PlainColumn) -> String {
    let type = types[column.content] ?? ""
    let isKnown = ["row_id", "run", "is_deleted"].contains(column.name)
    return self == .clickhouse && !isKnown ? "Nullable(\(type))" : type
  }

  private var types: [PlainColumn.Content: String] {
    let names: (text: String, number: String, flag: String, decimal: String, time: String) =
      switch self {
      case .duckdb: ("VARCHAR", "BIGINT", "BOOLEAN", "DECIMAL(18, 6)", "TIMESTAMP")
      case .bigquery: ("STRING", "INT64", "BOOL", "NUMERIC", "TIMESTAMP")
      case .clickhouse: ("String", "Int64", "Bool", "Decimal(18, 6)", "DateTime('UTC')")
      case .snowflake: ("VARCHAR", "NUMBER(38, 0)", "BOOLEAN", "NUMBER(18, 6)", "TIMESTAMP_NTZ")
      }
    return [
      .text: names.text, .id: names.text, .number: names.number, .flag: names.flag,
      .decimal: names.decimal, .time: names.time,
    ]
  }
}

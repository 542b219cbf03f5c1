/// The spelling of statements that SQLite understands too (`SQLTables`): `?` and `?1` are parameters,
/// and what stands in `/*…*/` is for PostgreSQL.
enum PostgresSpelling {
  /// Names of SQLite's tables and columns that are others here.
  private static let names = [
    "lines": "chains", "line": "chain", "user": "user_id", "rowid": "number",
  ]

  static func of(_ sql: String) -> String {
    var spelled = ""
    var parameters = 0
    var rest = sql[...].replacing("/*", with: "").replacing("*/", with: "")[...]
    while let first = rest.first {
      switch first {
      case "'", "\"":
        let text = rest.dropFirst().prefix { $0 != first }
        spelled += "\(first)\(text)\(first)"
        rest = rest.dropFirst(text.count + 2)
      case "?":
        let digits = rest.dropFirst().prefix(while: \.isNumber)
        if digits.isEmpty { parameters += 1 }
        spelled += "$\(digits.isEmpty ? "\(parameters)" : String(digits))"
        rest = rest.dropFirst(digits.count + 1)
      case _ where isOfName(first):
        let name = rest.prefix(while: isOfName)
        spelled += names[String(name)] ?? String(name)
        rest = rest.dropFirst(name.count)
      default:
        spelled.append(first)
        rest = rest.dropFirst()
      }
    }
    return spelled
  }

  private static func isOfName(_ character: Character) -> Bool {
    character == "_" || character.isLetter || character.isNumber
  }
}

/// What a role may do that serves a ledger: read and write rows. Tables, functions and triggers stay
/// their owner's, so that a server that was taken over cannot take a rule out of the database.
package enum Privileges {
  /// The statements that the owner of a schema runs for a role. They may be run again.
  package static func statements(schema: String, role: String) -> [String] {
    let role = "\"" + role.replacing("\"", with: "\"\"") + "\""
    let (rows, numbers) = ("SELECT, INSERT, UPDATE, DELETE", "USAGE, SELECT")
    return [
      "GRANT USAGE ON SCHEMA \(schema) TO \(role)",
      "GRANT \(rows) ON ALL TABLES IN SCHEMA \(schema) TO \(role)",
      "GRANT \(numbers) ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)",
      // For the tables of later versions, which the same owner adds.
      "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) GRANT \(rows) ON TABLES TO \(role)",
      "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) GRANT \(numbers) ON SEQUENCES TO \(role)",
    ]
  }
}

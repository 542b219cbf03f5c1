import Foundation

/// The settings that libpq reads beside an address: variables, and the file of services
/// (postgresql.org/docs/15/libpq-envars.html, libpq-pgservice.html).
struct LibPQEnvironment {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// The values of `sslmode` from the least to the most.
  private static let sslModes = [
    "disable", "allow", "prefer", "require", "verify-ca", "verify-full",
  ]

  /// The one that demands more. A value that libpq does not know is left to libpq, which refuses it.
  static func stricter(_ one: String?, _ other: String?) -> String? {
    guard let one else { return other }
    guard let other else { return one }
    guard let left = sslModes.firstIndex(of: one) else { return one }
    guard let right = sslModes.firstIndex(of: other) else { return other }
    return left < right ? other : one
  }

  /// Returns the TLS mode that the variables and the service demand; `nil` if they demand none.
  ///
  /// - Parameter service: the one that the address names.
  func sslMode(service: String?) -> String? {
    let variable = value("PGSSLMODE") ?? (value("PGREQUIRESSL") == "1" ? "require" : nil)
    guard let service = service ?? value("PGSERVICE") else { return variable }
    return Self.stricter(variable, setting("sslmode", of: service))
  }

  /// Reads a setting from the first file that has the service, as libpq looks for it.
  private func setting(_ name: String, of service: String) -> String? {
    let own = value("PGSERVICEFILE") ?? value("HOME").map { "\($0)/.pg_service.conf" }
    let files = [own, value("PGSYSCONFDIR").map { "\($0)/pg_service.conf" }] + Self.systemFiles
    for file in files.compactMap(\.self) {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8),
        let settings = Self.settings(of: service, in: text)
      else { continue }
      return settings[name]
    }
    return nil
  }

  /// The places in which packages of libpq look if no variable says where.
  private static let systemFiles: [String?] = [
    "/etc/postgresql-common/pg_service.conf", "/etc/pg_service.conf",
  ]

  private static func settings(of service: String, in text: String) -> [String: String]? {
    var settings: [String: String]?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("[") {
        if settings != nil { return settings }
        if line == "[\(service)]" { settings = [:] }
      } else if settings != nil, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        settings?[String(line[..<equals])] = String(line[line.index(after: equals)...])
      }
    }
    return settings
  }

  /// An empty variable is none.
  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

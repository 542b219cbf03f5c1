import Foundation

/// The address of a ledger's database, as `postgres://user@host:port/database?sslmode=verify-full`.
///
/// A password is never in it: libpq takes one from `PGPASSWORD`, from a password file (`PGPASSFILE`)
/// or from a service (`PGSERVICEFILE`).
package struct PostgresAddress: Hashable, Sendable {
  /// The parameters for libpq, in the order of the text.
  let parameters: [(name: String, value: String)]
  /// The schema of the ledger's tables.
  let schema: String
  /// The number of connections that read.
  let readers: Int
  /// The name for people, without parameters.
  package let name: String

  /// Whether a text names a database, not a file.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// The parameters of libpq that an address may set (postgresql.org/docs/15/libpq-connect.html).
  private static let known: Set = [
    "host", "hostaddr", "port", "dbname", "user", "service", "sslmode", "sslrootcert", "sslcert",
    "sslkey", "sslcrl", "connect_timeout", "target_session_attrs", "application_name",
    "channel_binding", "gssencmode", "krbsrvname",
  ]

  /// The allowed values of `readers`, and the default.
  static let allowedReaders = 1...64
  static let usualReaders = 4

  /// - Parameter environment: what libpq reads beside the address.
  package init(
    _ text: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(PostgresAddressError) {
    let hosts = HostList(text)
    guard Self.isAddress(text), let parts = URLComponents(string: hosts?.address ?? text) else {
      throw .unreadable
    }
    guard parts.password == nil else { throw .password }
    var parameters: [String: String] = [:]
    var schema = "paywall"
    var readers = Self.usualReaders
    for item in parts.queryItems ?? [] {
      switch item.name {
      case "password", "sslpassword", "passfile": throw .password
      case "schema": schema = item.value ?? ""
      case "readers":
        guard let number = item.value.flatMap(Int.init), Self.allowedReaders.contains(number) else {
          throw .readers(item.value ?? "")
        }
        readers = number
      default:
        guard Self.known.contains(item.name) else { throw .unknownParameter(item.name) }
        parameters[item.name] = item.value ?? ""
      }
    }
    guard Self.isSchema(schema) else { throw .schema(schema) }
    if let user = parts.user, !user.isEmpty { parameters["user"] = user }
    if let host = parts.host, !host.isEmpty { parameters["host"] = host }
    if let port = parts.port { parameters["port"] = String(port) }
    if let hosts { (parameters["host"], parameters["port"]) = (hosts.hosts, hosts.ports) }
    let database = parts.path.drop { $0 == "/" }
    if !database.isEmpty { parameters["dbname"] = String(database) }
    let libpq = LibPQEnvironment(environment)
    if parameters["sslmode"] == nil, parameters["service"] == nil {
      parameters["sslmode"] = Self.isLocal(parameters, environment) ? "prefer" : "verify-full"
    }
    // Variables and service set the minimum: a parameter that is set here hides theirs from libpq.
    parameters["sslmode"] = LibPQEnvironment.stricter(
      parameters["sslmode"], libpq.sslMode(service: parameters["service"]))
    let defaults = [
      "connect_timeout": "5", "application_name": "paywall", "client_encoding": "UTF8",
      "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "20000",
    ]
    parameters.merge(defaults) { given, _ in given }
    self.parameters = parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.schema = schema
    self.readers = readers
    let place =
      hosts?.text ?? [parts.host, parts.port.map { ":\($0)" }].compactMap(\.self).joined()
    name = "postgres://\(place.isEmpty ? parameters["host"] ?? "" : place)/\(database)"
  }

  package static func == (left: PostgresAddress, right: PostgresAddress) -> Bool {
    left.name == right.name && left.schema == right.schema && left.readers == right.readers
      && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(schema)
  }

  /// A socket, or this machine.
  private static func isLocal(
    _ parameters: [String: String], _ environment: [String: String]
  ) -> Bool {
    guard let host = parameters["hostaddr"] ?? parameters["host"], !host.isEmpty else {
      return (environment["PGHOSTADDR"] ?? environment["PGHOST"]).map(isLocal(host:)) ?? true
    }
    return isLocal(host: host)
  }

  private static func isLocal(host: String) -> Bool {
    host.split(separator: ",").allSatisfy {
      $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1", "[::1]"].contains($0)
    }
  }

  /// Lower case, so that it needs no quotes.
  private static func isSchema(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 63 else { return false }
    return (0x61...0x7A).contains(first) && !text.hasPrefix("pg_")
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
      }
  }
}

/// Why a text is no address of a database.
package enum PostgresAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable
  case password
  case unknownParameter(String)
  case schema(String)
  case readers(String)

  package var description: String {
    switch self {
    case .unreadable: "it is no address such as postgres://user@host:5432/database"
    case .password:
      "it contains a password, which process lists and logs would show: put it in PGPASSWORD, in the"
        + " file that PGPASSFILE names, or in a service file"
    case .unknownParameter(let name): "an address has no parameter '\(name)'"
    case .schema(let name):
      "'\(name)' cannot be the schema: use lower-case letters, digits and underscores"
    case .readers(let text):
      "'\(text)' is no number of connections that read: 'readers' is from "
        + "\(PostgresAddress.allowedReaders.lowerBound) to \(PostgresAddress.allowedReaders.upperBound)"
    }
  }
}

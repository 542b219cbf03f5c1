package import PaywallCatalog
import PaywallTextCoding

/// The names of the locks that a transaction that writes holds until its end.
///
/// The rules of a ledger read rows and then write others. At READ COMMITTED two transactions could
/// both read that a place is free; so whatever a rule rests on is read under a lock of its name.
package enum LockName {
  /// A visitor's id, in any letter case: its records, aliases, links, tokens and sightings.
  case id(String, AppStoreEnvironment)
  /// A customer by Apple's name, and a purchase chain by its id, known or not yet.
  case customerName(String, AppStoreEnvironment)
  case chain(String, AppStoreEnvironment)
  /// A known customer: its chains, grants, sightings and reports.
  case customer(Int64)
  case account(Int64)
  case remnant(Int64)
  case hash([UInt8])
  /// The grants of an offer on a UTC day, only for an offer with a limit per day.
  case day(String, Int64, AppStoreEnvironment)
  case phase(String, Int)
  case notification(String)
  case refundCase(String)
  case retentionRequest(String)
  case job(String)
  /// Values that are stored once, while a new one is added.
  case table(String)

  /// The key of the advisory lock. Two names with one key only wait for each other.
  ///
  /// - Parameter seed: of the ledger: several may share a database.
  package func key(_ seed: UInt64) -> Int64 {
    if case .customer(let number) = self { return number ^ Self.customerMask(seed) }
    return Self.hash(text, seed)
  }

  /// A statement that finds customers computes the keys of their locks: number XOR mask.
  package static func customerMask(_ seed: UInt64) -> Int64 { hash("customer/", seed) }

  private static func hash(_ text: String, _ seed: UInt64) -> Int64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ seed
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }

  private var text: String {
    switch self {
    case .id(let id, let environment): "id/\(environment.code)/\(id.lowercased())"
    case .customerName(let id, let environment): "name/\(environment.code)/\(id)"
    case .chain(let id, let environment): "chain/\(environment.code)/\(id)"
    case .customer(let number): "customer/\(number)"
    case .account(let number): "account/\(number)"
    case .remnant(let number): "remnant/\(number)"
    case .hash(let bytes): "hash/\(bytes.hexadecimal)"
    case .day(let offer, let day, let environment): "day/\(environment.code)/\(day)/\(offer)"
    case .phase(let experiment, let phase): "phase/\(phase)/\(experiment)"
    case .notification(let uuid): "notification/\(uuid)"
    case .refundCase(let uuid): "refund/\(uuid)"
    case .retentionRequest(let uuid): "retention/\(uuid)"
    case .job(let name): "job/\(name)"
    case .table(let name): "table/\(name)"
    }
  }
}

extension LockName {
  /// The locks of a call about a customer, which it takes in its first statement.
  static func names(of name: CustomerName, _ environment: AppStoreEnvironment) -> [LockName] {
    if case .user(let user) = name { return [.id(user, environment)] }
    return AheadRequest.of(name, in: environment).flatMap(\.locks)
  }
}

extension Timestamp {
  /// The UTC day whose grants a grant of this moment is counted with.
  package var dayOfGrants: Int64 { startOfDay.milliseconds / Timestamp.day }
}

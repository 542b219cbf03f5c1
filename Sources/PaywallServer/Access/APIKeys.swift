import Crypto
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// The API keys of a release, as digests only; it holds no key itself.
package struct APIKeys: Sendable {
  private let entries: [Entry]

  private struct Entry: Sendable {
    let digest: [UInt8]
    let caller: Caller
  }

  /// Entries whose digest is not 64 hexadecimal digits can match no key and are left out.
  package init(_ keys: [APIKey]) {
    entries = keys.compactMap { key in
      guard let digest = [UInt8](hexadecimal: key.digest), digest.count == 32 else { return nil }
      let mark = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return Entry(
        digest: digest,
        caller: Caller(
          name: key.name, role: key.role, mark: mark,
          accessPerDay: key.accessPerDay ?? GivenAccess.mostPerDay))
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The callers that the keys identify.
  var callers: [Caller] { entries.map(\.caller) }

  /// The caller with this key. Compares every entry over its whole length, even after a match, so
  /// that the time it takes says nothing about the digests.
  package func caller(with key: String) -> Caller? {
    let digest = Array(SHA256.hash(data: Array(key.utf8)))
    var found: Caller?
    for entry in entries {
      var difference = UInt8(entry.digest.count == digest.count ? 0 : 1)
      for (left, right) in zip(entry.digest, digest) { difference |= left ^ right }
      if difference == 0 { found = entry.caller }
    }
    return found
  }
}

/// The caller that a key identifies.
package struct Caller: Hashable, Sendable {
  /// The name of the key in `keys.yaml`; for logs.
  package var name: String
  package var role: APIKey.Role
  /// The first 8 bytes of the digest. They select the bucket, so that another key of the same name
  /// has its own.
  package var mark: UInt64 = 0
  /// The access by hand that it may give a UTC day.
  package var accessPerDay = GivenAccess.mostPerDay
  /// True for a developer on this machine, if the server has no keys; a client has the same rights.
  package private(set) var isKeyless = false

  package static let keyless = {
    var caller = Caller(name: "keyless", role: .client)
    caller.isKeyless = true
    return caller
  }()
}

extension APIKey.Role {
  /// Each role includes itself, server includes client, and admin all.
  package func includes(_ other: APIKey.Role) -> Bool {
    switch self {
    case .client, .viewer: other == self
    case .server: other == .server || other == .client
    case .admin: true
    }
  }
}

package import Catalog
import Crypto
import TextCoding

/// The API keys of a release, as digests; a key itself is not among them.
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
      return Entry(digest: digest, caller: Caller(name: key.name, role: key.role, mark: mark))
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whose key this is. Every entry is compared over its whole length, whatever matched before, so
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

/// Who asks, as far as a key says it.
package struct Caller: Hashable, Sendable {
  /// The name of the key in `keys.yaml`; for logs.
  package var name: String
  package var role: APIKey.Role
  /// The beginning of the digest, by which a key's bucket goes: another key has a bucket of its own
  /// whatever its name.
  package var mark: UInt64 = 0
  /// Somebody on this machine, on a server that has no keys: a developer, with what a client may.
  package private(set) var isKeyless = false

  package static let keyless = {
    var caller = Caller(name: "keyless", role: .client)
    caller.isKeyless = true
    return caller
  }()
}

extension APIKey.Role {
  /// Whether this role includes the other: client, server, admin, each with those before it.
  package func includes(_ other: APIKey.Role) -> Bool { rank >= other.rank }

  private var rank: Int {
    switch self {
    case .client: 0
    case .server: 1
    case .admin: 2
    }
  }
}

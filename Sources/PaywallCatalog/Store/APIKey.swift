/// An entry of `store/keys.yaml`: everything about an API key but the key.
package struct APIKey: Sendable {
  package var name: String
  package var role: Role
  /// SHA-256 of the key, 64 lower-case hexadecimal digits.
  package var digest: String
  /// The access by hand that it may give a day, if `keys.yaml` says it.
  package var accessPerDay: Int?

  package init(name: String, role: Role, digest: String, accessPerDay: Int? = nil) {
    self.name = name
    self.role = role
    self.digest = digest
    self.accessPerDay = accessPerDay
  }

  /// The rights of a key.
  package enum Role: String, CaseIterable, Sendable {
    /// Ships in every copy of the app and proves nothing about a person.
    case client
    case server
    /// Reads results, experiments and status; asks for no customer and changes nothing.
    case viewer
    case admin
  }
}

#if Server
extension APIKey: Hashable {}
#endif

extension SettingsReader {
  /// A switch, off unless given: `true` or `false` in the environment.
  mutating func flag(_ name: String) -> Bool {
    switch text(name)?.lowercased() {
    case nil, "false", "no", "0": return false
    case "true", "yes", "1": return true
    case let other?:
      wrong(name, other, "give true or false")
      return false
    }
  }
}

/// The App Store's texts that a server has kept, so that nothing is sent twice.
struct KeptTexts: Codable, Equatable, Sendable {
  /// The server that has them; another one has kept nothing.
  var server: String
  /// The keys by environment, the newest last.
  private var keys: [String: [String]] = [:]

  /// The most keys of one environment; beyond these the oldest are forgotten, and sent again.
  private static let most = 1000

  static let file = "kept"

  init(server: String) { self.server = server }

  func holds(_ key: String, in environment: String) -> Bool {
    keys[environment]?.contains(key) ?? false
  }

  mutating func add(_ new: [String], in environment: String) {
    let added = Set(new)
    let all = (keys[environment] ?? []).filter { !added.contains($0) } + new
    keys[environment] = Array(all.suffix(Self.most))
  }

  /// Forgets the texts of an environment, which the server has lost.
  mutating func forget(_ environment: String) { keys[environment] = nil }
}

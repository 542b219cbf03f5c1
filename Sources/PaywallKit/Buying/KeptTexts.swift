/// What a server has kept of the App Store's texts, so that nothing is sent twice.
struct KeptTexts: Codable, Equatable, Sendable {
  /// Another server has kept nothing.
  var server: String
  /// The keys by environment, the newest last.
  private var keys: [String: [String]] = [:]

  /// Keys of one environment; beyond these the oldest are forgotten, and sent again.
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

  /// The server has lost them.
  mutating func forget(_ environment: String) { keys[environment] = nil }
}

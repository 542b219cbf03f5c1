package import PaywallCatalog

extension Operation {
  /// A request that is answered with the operation's first answer, as the documentation shows it.
  /// Names in braces (`{PLACEMENT}`) stand for what a configuration or a caller calls it.
  package struct Sample: Sendable {
    /// Path and query; without it the operation's path.
    package var target: String?
    /// JSON; without it the example of the operation's body.
    package var body: String?
    /// The role that the request needs, if the route admits others too.
    package var role: APIKey.Role?

    package init(_ target: String? = nil, body: String? = nil, role: APIKey.Role? = nil) {
      self.target = target
      self.body = body
      self.role = role
    }
  }

  /// The answer to the sample.
  package var success: Answer? { answers.first }
}

extension DescribedRoute {
  /// The least role that the sample needs, on a server with keys.
  package var sampleRole: APIKey.Role? {
    if let role = operation.sample.role { return role }
    return switch standing {
    case .none: nil
    case .visitor: .client
    case .server: .server
    case .viewer: .viewer
    case .admin: .admin
    }
  }

  /// Whether the sample needs a key even on a server without keys, which then refuses it.
  package var isRefusedWithoutKeys: Bool {
    standing != .none && standing != .visitor
  }

  /// Whether the key is a part of the path. A server without keys takes any text there.
  package var hasKeyInPath: Bool {
    ShellWord(operation.sample.target ?? "", [:]).variables.contains(.key)
  }
}

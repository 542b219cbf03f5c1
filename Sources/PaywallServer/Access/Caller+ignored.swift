import PaywallCatalog

extension Caller {
  /// Whether answers name ignored attributes: to a team's own programs, and to a developer on this
  /// machine.
  var isToldOfIgnored: Bool { isKeyless || role.includes(.server) }

  /// The key under which the log names them; `nil` for a caller whose answer names them.
  var keyOfIgnored: String? { isToldOfIgnored ? nil : name }
}

import YAMLText

/// The variables of the process that begin with `PAYWALL_`: each option that 'paywall serve' takes,
/// for every command that has it.
package struct EnvironmentVariables {
  private let values: [String: String]

  package init(_ environment: [String: String]) {
    values = environment.filter { $0.key.hasPrefix(Self.prefix) }
  }

  private static let prefix = "PAYWALL_"

  package var isEmpty: Bool { values.isEmpty }

  /// Variables that are no options.
  private static let others: Set<String> = [
    "PAYWALL_ADMIN_KEY", "PAYWALL_CLIENT_KEY", "PAYWALL_OFFER_KEY_PASSPHRASE", "PAYWALL_QUIET",
    "PAYWALL_ENVIRONMENT", "PAYWALL_APP_STORE_KEY_PASSPHRASE",
  ]

  /// The variables that Kubernetes sets for a service whose name is 'paywall' or begins with it:
  /// they describe the network, and `PAYWALL_PORT` is 'tcp://…'.
  package var ofKubernetes: Set<String> {
    Set(
      values.filter { name, value in
        name.contains("_SERVICE_HOST") || name.contains("_SERVICE_PORT")
          || name.firstMatch(of: /_PORT_[0-9]+_(TCP|UDP|SCTP)/) != nil
          || name.hasSuffix("_PORT") && value.contains("://")
      }.keys)
  }

  /// Returns the variables that are not an option of these commands.
  package func unknown(to commands: [CommandDescription]) -> Set<String> {
    values.keys.subtracting(Self.names(of: commands)).subtracting(ofKubernetes)
      .filter { !$0.hasPrefix("PAYWALL_TEST_") }
  }

  /// Returns a warning for each of these that is not an option of any command.
  package func warnings(of unknown: Set<String>, for commands: [CommandDescription]) -> [String] {
    let names = Self.names(of: commands)
    return unknown.subtracting(names).sorted().map { name in
      "warning: the variable \(name) means nothing"
        + (Nearest.match(for: name, among: names).map { "; did you mean \($0)?" } ?? "")
    }
  }

  private static func names(of commands: [CommandDescription]) -> Set<String> {
    others.union(commands.flatMap(\.options).compactMap(\.longName).map(variable))
  }

  /// Returns the options that the variables give and the command line does not. 'serve' and
  /// 'doctor' read the variables themselves.
  ///
  /// - Parameter shared: the options that variables may give.
  package func options(
    for command: CommandDescription, _ arguments: [String], _ shared: Set<String>
  ) -> [String] {
    guard !["serve", "doctor"].contains(command.commandName) else { return [] }
    let shared = shared.union(["environment"])
    let hidden = ofKubernetes
    return command.options.flatMap { option -> [String] in
      guard option.kind == "option", let name = option.longName, shared.contains(name),
        let value = values[Self.variable(name)], !value.isEmpty,
        !hidden.contains(Self.variable(name)),
        !arguments.contains(where: { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") })
      else { return [] }
      let parts = option.isRepeating ? value.split(separator: ",").map(String.init) : [value]
      return parts.map { "--\(name)=\($0)" }
    }
  }

  /// Returns `PAYWALL_OFFER_KEY` for `offer-key`.
  private static func variable(_ option: String) -> String {
    prefix + option.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension Dictionary.Keys where Key == String {
  fileprivate func subtracting(_ others: Set<String>) -> Set<String> {
    Set(self).subtracting(others)
  }
}

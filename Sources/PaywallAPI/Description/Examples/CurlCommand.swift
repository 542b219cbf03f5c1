import HTTPTypes
import PaywallTextCoding

/// A request as a command of curl, to be pasted into a shell.
package struct CurlCommand: Sendable {
  package let text: String
  /// The variables that the shell must have set, but for the key in a header.
  package let variables: [ExampleName]

  /// - Parameters:
  ///   - route: the request, by its operation's sample.
  ///   - address: scheme, host and port; `nil` leaves them to a variable.
  ///   - names: those that the configuration has; others stay variables.
  ///   - sendsKey: whether it sends `$PAYWALL_KEY`.
  package init(
    _ route: DescribedRoute, at address: String?, names: ExampleNames, sendingKey sendsKey: Bool
  ) {
    let operation = route.operation
    let values = names.values
    let server =
      address.map(ShellWord.init(literal:)) ?? ShellWord("{\(ExampleName.address.rawValue)}", [:])
    let url =
      server
      + ShellWord(operation.sample.target ?? operation.path, values, escape: \.percentEncoded)
    var variables = url.variables
    let body = (operation.sample.body ?? operation.body?.example.json).map {
      ShellWord($0, values, escape: \.jsonEscaped)
    }
    let method = operation.method
    let isUsual = method == (body == nil ? .get : .post)
    var words = ["curl \(isUsual ? "" : "-X \(method.rawValue) ")\(url.quoted)"]
    if sendsKey, !variables.contains(.key) {
      words.append("-H \"Authorization: Bearer $\(ExampleName.key.rawValue)\"")
    }
    if let body {
      words += ["-H 'Content-Type: application/json'", "-d \(body.quoted)"]
      variables += body.variables
    }
    var seen: Set<ExampleName> = []
    self.variables = variables.filter { $0 != .key && seen.insert($0).inserted }
    text = words.joined(separator: " \\\n  ")
  }
}

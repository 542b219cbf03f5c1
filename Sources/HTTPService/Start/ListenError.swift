import NIOCore
import SystemLibrary

/// The reason why a server cannot listen, and the next step.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  let reason: String
  let help: String
  /// True if the host was given wrongly, rather than refused by the system.
  package let isWrongHost: Bool

  init(_ reason: String, help: String, isWrongHost: Bool = false) {
    self.reason = reason
    self.help = help
    self.isWrongHost = isWrongHost
  }

  /// The reason the system gives; `nil` for an error of something else.
  ///
  /// - Parameter ports: the options that name the ports, with their values: `--port 8080`.
  package init?(_ error: any Error, host: String, ports: String) {
    guard let code = (error as? IOError)?.errnoCode else { return nil }
    switch code {
    case EADDRINUSE:
      self.init(
        "another program listens on \(ports) already", help: "stop it, or choose another port")
    case EACCES:
      self.init(
        "this user may not listen on \(ports)",
        help: "choose a port from 1024 on, or give the process CAP_NET_BIND_SERVICE")
    case EADDRNOTAVAIL:
      self.init(
        "this machine does not have the address \(host)",
        help: "give --host an address of this machine, or 0.0.0.0 for all of them")
    default: return nil
    }
  }

  package var description: String { "error: \(reason)\nhelp: \(help)" }
}

import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StartError {
  /// Why the server cannot listen; `nil` for every other error.
  package init?(listening error: any Error, with settings: Settings) {
    guard let code = (error as? IOError)?.errnoCode else { return nil }
    let metrics = settings.metricsPort.map { " or --metrics-port \($0)" } ?? ""
    let port = "--port \(settings.port)\(metrics)"
    switch code {
    case EADDRINUSE:
      self = .address(
        "another program listens on \(port) already", help: "stop it, or choose another port")
    case EACCES:
      self = .address(
        "this user may not listen on \(port)",
        help: "choose a port from 1024 on, or give the process CAP_NET_BIND_SERVICE")
    case EADDRNOTAVAIL:
      self = .address(
        "this machine does not have the address \(settings.host)",
        help: "give --host an address of this machine, or 0.0.0.0 for all of them")
    default: return nil
    }
  }
}

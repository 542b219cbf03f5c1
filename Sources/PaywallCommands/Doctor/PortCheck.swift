import Foundation
import PaywallServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A check if a server listens at the address of the settings, or could.
struct PortCheck {
  let settings: Settings

  func finding() async -> Finding {
    guard settings.port != 0 else {
      return Finding("port", .ok, "the system chooses a free one")
    }
    return Finding.port(settings.port, await occupant())
  }

  /// The program that listens on the port.
  enum Occupant {
    case free, paywall, another
  }

  /// Finds it by an HTTP request: a port that refuses connections is free.
  private func occupant() async -> Occupant {
    guard let url = URL(string: "\(scheme)://\(host):\(settings.port)/health/live") else {
      return .free
    }
    do {
      let (data, _) = try await URLSession.shared.data(
        for: URLRequest(url: url, timeoutInterval: 3))
      return Array(data) == Array("{\"status\":\"live\"}".utf8) ? .paywall : .another
    } catch let error as URLError where Self.isRefusal(error.code) {
      return .free
    } catch {
      return .another
    }
  }

  /// A server that listens on all addresses is asked on this machine.
  private var host: String {
    switch settings.host {
    case "0.0.0.0": "127.0.0.1"
    case "::", "[::]": "[::1]"
    case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
    case let host: host
    }
  }

  private var scheme: String { settings.tls == nil ? "http" : "https" }

  private static func isRefusal(_ code: URLError.Code) -> Bool {
    [.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed].contains(code)
  }
}

extension Finding {
  static func port(_ port: Int, _ occupant: PortCheck.Occupant) -> Finding {
    switch occupant {
    case .free: Finding("port", .ok, "\(port) is free")
    case .paywall: Finding("port", .ok, "a paywall server answers on \(port)")
    case .another:
      Finding(
        "port", .warning, "something listens on \(port) that does not answer as a paywall server",
        help: "end it, or give --port another; with TLS look at the server with --url")
    }
  }
}

import NIOCore

extension Settings {
  /// Looks up the names to listen on, so that a wrong one is told before anything is opened.
  func checkHosts() throws(StartError) {
    try Self.checkHost(host, of: "--host", port: port)
    if let metricsPort { try Self.checkHost(metricsHost, of: "--metrics-host", port: metricsPort) }
  }

  /// - Parameter flag: the one that names the host.
  package static func checkHost(_ host: String, of flag: String, port: Int) throws(StartError) {
    guard (try? SocketAddress.makeAddressResolvingHost(host, port: port)) == nil else { return }
    let bare = host.drop { $0 == "[" }.prefix { $0 != "]" }
    if bare.count < host.count, bare.contains(":") {
      throw .host(
        "\(flag) is '\(host)': an address of IPv6 has no brackets here", help: "give '\(bare)'")
    }
    throw .host(
      "\(flag) is '\(host)', which no address is known of",
      help: "give a name that this machine can look up, or an address such as 127.0.0.1 or ::1")
  }
}

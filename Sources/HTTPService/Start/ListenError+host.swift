import NIOCore

extension ListenError {
  /// Looks up a name to listen on, so that a wrong one is reported before anything is opened.
  ///
  /// - Parameter flag: the option that names the host.
  package static func check(host: String, of flag: String, port: Int) throws(ListenError) {
    guard (try? SocketAddress.makeAddressResolvingHost(host, port: port)) == nil else { return }
    let bare = host.drop { $0 == "[" }.prefix { $0 != "]" }
    if bare.count < host.count, bare.contains(":") {
      throw ListenError(
        "\(flag) is '\(host)': an address of IPv6 has no brackets here", help: "give '\(bare)'",
        isWrongHost: true)
    }
    throw ListenError(
      "\(flag) is '\(host)', which no address is known of",
      help: "give a name that this machine can look up, or an address such as 127.0.0.1 or ::1",
      isWrongHost: true)
  }
}

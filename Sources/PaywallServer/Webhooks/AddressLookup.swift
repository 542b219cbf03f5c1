import NIOPosix
package import PaywallCatalog

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the addresses of a name; `nil` if there are none.
package typealias AddressLookup = @Sendable (_ host: String) async -> [String]?

/// The address that a round connects to, after all addresses of the name were checked.
package enum WebhookAddress {
  /// - Returns: why nothing is sent, or the first address.
  package static func checked(
    _ addresses: [String]?, of endpoint: WebhookEndpoint
  ) -> Result<String, Refusal> {
    let url = endpoint.url
    guard let addresses, let first = addresses.first else {
      return .failure(Refusal(words: "the name '\(url.host)' cannot be looked up"))
    }
    for address in addresses {
      guard let known = NetworkAddress(address),
        url.isLoopback
          ? known.isLoopback : known.isPublic || endpoint.mayBePrivate && known.isPrivate
      else {
        return .failure(
          Refusal(words: "'\(url.host)' is \(address), which is not an address of the internet"))
      }
    }
    return .success(NetworkAddress(first)?.text ?? first)
  }

  package struct Refusal: Error, Hashable, Sendable {
    package let words: String
  }

  /// Asks the system, on a thread that may wait. Ends at once if the task is cancelled.
  package static let ofSystem: AddressLookup = { host in
    let (found, continuation) = AsyncStream<[String]>.makeStream()
    NIOThreadPool.singleton.submit { state in
      if case .active = state { continuation.yield(addresses(of: host)) }
      continuation.finish()
    }
    return await found.first { _ in true }
  }

  private static func addresses(of host: String) -> [String] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_ADDRCONFIG
    unsafe hints.ai_protocol = Int32(IPPROTO_TCP)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var found: [String] = []
    var next = unsafe list
    while let entry = unsafe next {
      var text = [CChar](repeating: 0, count: 128)
      let result = unsafe getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
        NI_NUMERICHOST)
      // An address that cannot be read is refused like a private one.
      let address = String(
        decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let shown = result == 0 ? address : "unreadable"
      if !found.contains(shown) { found.append(shown) }
      unsafe next = entry.pointee.ai_next
    }
    return found
  }
}

/// The proxies whose `X-Forwarded-For` is believed.
package struct TrustedProxies: Hashable, Sendable {
  package var ranges: [AddressRange]

  package init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

  package func contains(_ address: ClientAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// The client: the peer, unless that is a trusted proxy. Then the last address in `X-Forwarded-For`
  /// that is not a trusted proxy. Each proxy appends the address of its own peer, so everything before
  /// the first untrusted address may be forged. If an element cannot be parsed, the client is the
  /// proxy that wrote it. `Forwarded` (RFC 7239) is not read.
  ///
  /// - Parameter list: the values of all headers, in order, joined by commas.
  package func client(forwardedFor list: String, peer: ClientAddress) -> ClientAddress {
    var last = peer
    for element in list.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .reversed()
    {
      guard contains(last), let address = Self.address(Array(element)[...]) else { break }
      last = address
    }
    return last
  }

  /// An element: an address, with or without brackets and port.
  private static func address(_ element: ArraySlice<UInt8>) -> ClientAddress? {
    var element = element
    while let byte = element.first, byte == 0x20 || byte == 0x09 { element.removeFirst() }
    while let byte = element.last, byte == 0x20 || byte == 0x09 { element.removeLast() }
    if element.first == UInt8(ascii: "[") {
      guard let end = element.firstIndex(of: UInt8(ascii: "]")),
        element[(end + 1)...].isEmpty || isPort(element[(end + 1)...])
      else { return nil }
      element = element[(element.startIndex + 1)..<end]
      guard element.contains(UInt8(ascii: ":")) else { return nil }
    } else if let colon = element.firstIndex(of: UInt8(ascii: ":")),
      element.lastIndex(of: UInt8(ascii: ":")) == colon
    {
      guard isPort(element[colon...]) else { return nil }
      element = element[..<colon]
    }
    return ClientAddress(String(decoding: element, as: UTF8.self))
  }

  /// A colon and 1 to 5 digits.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: ":") && (2...6).contains(text.count)
      && text.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }
}

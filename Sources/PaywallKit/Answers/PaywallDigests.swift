import Foundation

/// Digests of what an answer shows, equal to those that the server makes of its own configuration:
/// the first 16 bytes of SHA-256 in hexadecimal digits, over the values of `content` and `productIds`
/// as the server writes them.
struct PaywallDigests: Hashable, Sendable {
  /// The digest of the content; `nil` without content.
  let content: String?
  let products: String?

  init(content: [UInt8]?, products: [UInt8]?) {
    self.content = content.map(Fingerprint.half(of:))
    self.products = products.map(Fingerprint.half(of:))
  }

  /// The digests of a server's answer, from its own bytes; `nil` if it has no paywall.
  init?(of answer: Data) {
    guard let answer = JSONSlice(answer), let paywall = answer["paywall"],
      !paywall.bytes.elementsEqual("null".utf8)
    else { return nil }
    self.init(content: paywall["content"]?.bytes, products: answer["productIds"]?.bytes)
  }
}

import HTTPDocuments
import HTTPTransport
import PaywallTextCoding

extension PathParameters {
  /// A part with its percent-encoding decoded.
  ///
  /// - Parameter noun: the name of the part in a sentence.
  func decoded(_ name: String, _ noun: String? = nil) throws(Problem) -> String {
    guard let text = percentDecoded(Array(self[name].utf8)[...]) else {
      throw Problem(
        .malformedPath, "The \(noun ?? name) is not percent-encoded UTF-8.", field: name)
    }
    return text
  }
}

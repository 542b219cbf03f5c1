package import HTTPDocuments
import HTTPTransport
package import HTTPTypes
import PaywallAPI

extension HTTPRequest {
  package func checkSize() throws(Problem) {
    guard byteCount <= Limits.headers else {
      throw Problem(
        .headersTooLarge,
        "The request line and the headers may have \(Limits.headers) bytes; these have \(byteCount)."
      )
    }
  }
}

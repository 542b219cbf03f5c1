import Catalog
import HTTPTypes
package import Hummingbird
import NIOCore

extension Problem {
  /// The document of RFC 9457, with `code` and, where there are some, `field`,
  /// `line`, `column`, `reason`.
  package var json: [UInt8] {
    let text = JSONText { json in
      json.raw("{\"type\":")
      json.string("urn:paywall:problem:\(code.rawValue)")
      json.raw(",\"title\":")
      json.string(code.title)
      json.raw(",\"status\":")
      json.integer(code.status.code)
      json.raw(",\"detail\":")
      json.string(detail)
      json.raw(",\"code\":")
      json.string(code.rawValue)
      if let field {
        json.raw(",\"field\":")
        json.string(field)
      }
      if let place {
        json.raw(",\"line\":")
        json.integer(place.line)
        json.raw(",\"column\":")
        json.integer(place.column)
      }
      if let reason {
        json.raw(",\"reason\":")
        json.string(reason)
      }
      json.raw("}")
    }
    return text.bytes
  }

  /// Never kept by anybody: what is wrong now may be right in a second.
  package var response: Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-store"
    return Response(
      status: code.status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

extension Problem {
  /// The head of an answer that no route gave, behind which the connection ends.
  func head(bodyCount: Int) -> HTTPResponse {
    var head = HTTPResponse(status: code.status, headerFields: headers)
    head.headerFields[.contentType] = Self.contentType
    head.headerFields[.cacheControl] = "no-store"
    head.headerFields[.contentLength] = String(bodyCount)
    head.headerFields[.connection] = "close"
    head.headerFields[.xRequestId] = RequestIdentifier.fresh()
    return head
  }
}

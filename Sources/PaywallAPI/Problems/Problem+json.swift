import PaywallCatalog
import HTTPTypes
import PaywallTextCoding

extension Problem {
  package static let contentType = "application/problem+json"

  /// The RFC 9457 document, with `code` and, if set, `field`, `line`, `column`, `reason`.
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
      if let grantedUntil {
        json.raw(",\"grantedUntil\":")
        json.string(grantedUntil.rfc3339)
      }
      json.raw("}")
    }
    return text.bytes
  }
}

import Foundation
import PaywallCatalog

/// The answer of `/v1/transactions`: the customer, and the texts that the server did not take.
struct ReportAnswer {
  /// The customer; `nil` if the server has kept the texts and says no more.
  let customer: PaywallCustomer?
  let leftOut: [LeftOut]

  /// A text that the server judged for itself and did not take.
  struct LeftOut {
    /// The place of the text, such as `transactions[3]`.
    let field: String?
    let problem: ServerProblem
  }

  /// True if an answer to any request with evidence names no text that was not taken.
  static func leavesNothingOut(_ body: Data) -> Bool {
    JSONValue(body)?["leftOut"]?.array?.isEmpty ?? true
  }

  /// `nil` if it cannot be read.
  ///
  /// - Parameters:
  ///   - id: the id of the person that the device asked for.
  ///   - now: the server's time.
  init?(_ body: Data, of id: String, at now: Timestamp) {
    guard let answer = JSONValue(body) else { return nil }
    customer = PaywallCustomer(answer, id: id, at: now)
    leftOut = (answer["leftOut"]?.array ?? []).map(LeftOut.init)
    guard customer != nil || answer["kept"]?.number != nil else { return nil }
  }
}

extension ReportAnswer.LeftOut {
  fileprivate init(_ json: JSONValue) {
    field = json["field"]?.string
    problem = ServerProblem(
      code: json["code"]?.string ?? "notTrusted", status: 422,
      detail: json["detail"]?.string ?? "", reason: json["reason"]?.string, field: field)
  }
}

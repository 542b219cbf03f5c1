import Foundation

/// The answer of `/v1/transactions`: what the customer has, and what the server did not take.
struct ReportAnswer {
  /// `nil` if the server has kept the texts and says no more.
  var customer: WireCustomer?
  var leftOut: [LeftOut] = []

  /// A text that the server judged for itself and did not take.
  struct LeftOut: Decodable {
    /// Such as `transactions[3]`.
    var field: String?
    var code: String?
    var reason: String?
    var detail: String?
  }

  /// Whether an answer to any request with evidence names no text that was not taken.
  static func leavesNothingOut(_ body: Data) -> Bool {
    let wire = try? JSONDecoder().decode(Wire.self, from: body)
    return wire?.leftOut?.isEmpty ?? true
  }

  private struct Wire: Decodable {
    var leftOut: [LeftOut]?
    var kept: Int?
  }

  /// `nil` if it cannot be read.
  init?(_ body: Data) {
    let decoder = JSONDecoder()
    customer = try? decoder.decode(WireCustomer.self, from: body)
    guard let wire = try? decoder.decode(Wire.self, from: body) else { return nil }
    leftOut = wire.leftOut ?? []
    guard customer != nil || wire.kept != nil else { return nil }
  }
}

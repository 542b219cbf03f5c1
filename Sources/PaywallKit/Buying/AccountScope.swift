public import Foundation

/// The purchases that count as the visitor's. A purchase without an account belongs to the user of
/// the device's Apple Account.
enum AccountScope: Hashable, Sendable {
  /// All purchases: no user has ever logged in on this device.
  case any
  /// The purchases for this account, and those without one.
  case only(UUID)
  /// The purchases without an account: after a log-out.
  case none

  /// The attribute `appAccountToken`, which narrows the server's answer. `nil` sends none.
  var attribute: String? {
    switch self {
    case .any: nil
    case .only(let account): account.uuidString.lowercased()
    case .none: ""
    }
  }

  func includes(_ account: UUID?) -> Bool {
    guard let account else { return true }
    return switch self {
    case .any: true
    case .only(let own): own == account
    case .none: false
    }
  }
}

/// The account that the App Store knows a user of the app by.
public enum AppAccountToken {
  /// Returns the id itself if it is a UUID, as the server links it; else a UUID that is made from
  /// it, always the same one (version 8 of RFC 9562, of SHA-256).
  public static func of(_ userId: String) -> UUID {
    if let same = UUID(uuidString: userId) { return same }
    var digits = Array(Fingerprint.half(of: Array("paywall account \(userId)".utf8)))
    digits[12] = "8"
    let variant = digits[16].hexDigitValue ?? 0
    digits[16] = Character(String(8 | variant & 3, radix: 16))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return UUID(uuidString: text) ?? UUID()
  }
}

/// Where things are written, from the folder that holds `Paywalls` and `Experiments`.
enum Place {
  static let layers = "Paywalls/targeting/layers.yaml"
  static let audiences = "Paywalls/targeting/audiences.yaml"
  static let offers = "Paywalls/store/offers.yaml"

  static func experiment(_ id: String) -> String { "Experiments/\(id).yaml" }

  static func paywall(_ id: String) -> String { "Paywalls/\(id).yaml" }
}

/// The paths of a configuration, from the folder that holds `Paywalls` and `Experiments`. Every other
/// module takes them from here.
package enum ConfigurationPath {
  package static let paywalls = "Paywalls"
  package static let experiments = "Experiments"
  /// The folders that hold the whole configuration.
  package static let roots = [paywalls, experiments]

  package static let store = "\(paywalls)/store"
  package static let targeting = "\(paywalls)/targeting"
  package static let personas = "\(paywalls)/personas"
  /// Messages for customers who are about to cancel.
  package static let retention = "\(paywalls)/retention"
  /// Images that paywalls and messages name; only pictures, `check` and `retention push` look at them.
  package static let images = "\(paywalls)/images"
  /// The folders that files are read from.
  package static let folders = [experiments, paywalls, personas, retention, store, targeting]

  package static let app = "\(store)/app.yaml"
  package static let products = "\(store)/products.yaml"
  package static let offers = "\(store)/offers.yaml"
  package static let rates = "\(store)/rates.yaml"
  package static let keys = "\(store)/keys.yaml"
  package static let refunds = "\(store)/refunds.yaml"
  package static let webhooks = "\(store)/webhooks.yaml"
  package static let exports = "\(store)/exports.yaml"
  package static let approvals = "\(store)/approvals.yaml"
  package static let attributes = "\(targeting)/attributes.yaml"
  package static let audiences = "\(targeting)/audiences.yaml"
  package static let placements = "\(targeting)/placements.yaml"
  package static let layers = "\(targeting)/layers.yaml"

  package static func paywall(_ id: String) -> String { "\(paywalls)/\(id).yaml" }

  package static func experiment(_ id: String) -> String { "\(experiments)/\(id).yaml" }

  package static func persona(_ id: String) -> String { "\(personas)/\(id).yaml" }

  package static func retention(_ id: String) -> String { "\(retention)/\(id).yaml" }

  /// Whether a file or folder is in one of the roots, or is one.
  package static func contains(_ path: String) -> Bool {
    roots.contains { path == $0 || path.hasPrefix("\($0)/") }
  }
}

import Foundation
import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

/// The invented app of the fixtures: the example, with a level for each of its subscriptions.
enum LumenStore {
  static let versions = ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0"]

  static let snapshot: Snapshot = {
    guard var snapshot = Loader.load(Example.files).snapshot else {
      preconditionFailure("the example has mistakes")
    }
    snapshot.groups = [
      SubscriptionGroup(
        key: "pro", id: "21504291", levels: [["pro_yearly"], ["pro_yearly_trial"], ["pro_monthly"]])
    ]
    snapshot.products["pro_yearly"]?.isFamilyShareable = true
    snapshot.products["pro_lifetime"]?.isFamilyShareable = false
    return snapshot
  }()

  static let path = "Paywalls/store/Products.storekit"

  static func bytes(_ version: String) throws -> [UInt8] {
    let url = Bundle.module.bundleURL.appending(path: "StoreKit/version-\(version).storekit")
    return Array(try Data(contentsOf: url))
  }

  static func text(_ version: String) throws -> String {
    String(decoding: try bytes(version), as: UTF8.self)
  }

  /// The file of a version, with every occurrence of a text replaced; the text must occur.
  static func edited(_ version: String, _ edits: [(String, String)]) throws -> String {
    var text = try text(version)
    for (from, to) in edits {
      try #require(text.contains(from), "the fixture holds no \(from)")
      text = text.replacing(from, with: to)
    }
    return text
  }
}

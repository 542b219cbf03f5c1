import PaywallCatalog

/// A metric with all its series, at one moment.
package struct MetricFamily: Hashable, Sendable {
  package var name: String
  /// The meaning of the metric, for people.
  package var help: String
  package var kind: Kind
  package var samples: [MetricSample]

  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  package init(_ kind: Kind, _ name: String, _ help: String, _ samples: [MetricSample]) {
    self.kind = kind
    self.name = name
    self.help = help
    self.samples = samples
  }

  /// One value without labels.
  package static func gauge(_ name: String, _ help: String, _ value: Double) -> MetricFamily {
    MetricFamily(.gauge, name, help, [MetricSample(value)])
  }
}

extension Timestamp {
  var secondsSince1970: Double { Double(milliseconds) / 1000 }
}

/// One line of the metrics text.
package struct MetricSample: Hashable, Sendable {
  /// Follows the family's name: `_bucket`, `_sum` and `_count` of a histogram.
  package var suffix: String
  package var labels: [MetricLabel]
  package var value: Double

  package init(_ value: Double, _ labels: [MetricLabel] = [], suffix: String = "") {
    self.value = value
    self.labels = labels
    self.suffix = suffix
  }
}

package struct MetricLabel: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

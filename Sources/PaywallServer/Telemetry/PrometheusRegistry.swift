package import CoreMetrics
import Synchronization

/// The metrics of a process, and the text that Prometheus reads (exposition format 0.0.4).
/// A factory of swift-metrics, so that libraries report here too once it is bootstrapped.
package final class PrometheusRegistry: MetricsFactory, Sendable {
  private let families = Mutex<[String: Family]>([:])

  private struct Family: Sendable {
    var kind: Kind
    var series: [String: any PrometheusSeries] = [:]
  }

  private enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  package init() {}

  /// Every family by name, every series by its labels.
  package var text: String {
    let families = families.withLock { $0 }
    var text = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      text += "# TYPE \(name) \(family.kind.rawValue)\n"
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        series.write(name, labels: labels, to: &text)
      }
    }
    return text
  }

  private func series<Series: PrometheusSeries>(
    _ label: String, _ dimensions: [(String, String)], _ kind: Kind, make: () -> Series
  ) -> Series {
    let name = prometheusName(label)
    let labels = prometheusLabels(dimensions)
    return families.withLock { families in
      var family = families[name] ?? Family(kind: kind)
      // A name that is used for two kinds of metrics: the second is counted and never shown.
      if let known = family.series[labels] as? Series { return known }
      let series = make()
      guard family.kind == kind, family.series[labels] == nil else { return series }
      family.series[labels] = series
      families[name] = family
      return series
    }
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter) { PrometheusCounter() }
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    series(label, dimensions, .counter) { PrometheusGauge() }
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge) { PrometheusGauge() }
  }

  /// - Parameter aggregate: without it the last value is kept.
  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate
      ? series(label, dimensions, .histogram) { PrometheusHistogram() }
      : series(label, dimensions, .gauge) { PrometheusGauge() }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram) { PrometheusHistogram() }
  }

  // Series live as long as the process: what was counted once stays readable.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}
}

/// Letters, digits and `_`; anything else becomes `_`.
private func prometheusName(_ label: String) -> String {
  let name = String(
    label.unicodeScalars.map { scalar in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || scalar == "_" || scalar == ":" ? Character(scalar) : "_"
    })
  return name.first?.isNumber ?? true ? "_\(name)" : name
}

/// `{route="…",status="200"}` with the names sorted, empty without dimensions.
func prometheusLabels(_ dimensions: [(String, String)]) -> String {
  guard !dimensions.isEmpty else { return "" }
  let labels = dimensions.sorted { $0.0 < $1.0 }.map { name, value in
    let escaped = value.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
    return "\(prometheusName(name))=\"\(escaped)\""
  }
  return "{\(labels.joined(separator: ","))}"
}

package import ExperimentResults

extension Breakdown {
  /// What a row is of.
  package func words(of row: Row) -> String {
    switch (dimension, row.value) {
    case ("new", "true"): "new"
    case ("new", "false"): "returning"
    default: row.value
    }
  }
}

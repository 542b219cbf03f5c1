import PaywallCatalog

extension ExportSchedule: Described {
  var summary: [String] { ["\(profile.rawValue) to \(folder), \(times.words)"] }

  static let aspects = Aspects<ExportSchedule> {
    $0.value("folder") { $0.folder }
    $0.value("profile") { $0.profile.rawValue }
    $0.value("format") { $0.format.rawValue }
    $0.value("ids") { $0.ids.rawValue }
    $0.value("key") { $0.key?.description ?? "none" }
    $0.value("times") { $0.times.words }
    $0.value("keep") { $0.keep.description }
  }
}

extension ExportSchedule.Times {
  fileprivate var words: String {
    switch self {
    case .daily(let hour): "each day at \(hour):00 UTC"
    case .every(let period): "every \(period.description)"
    }
  }
}

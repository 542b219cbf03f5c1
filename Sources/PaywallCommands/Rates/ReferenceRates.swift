import PaywallCatalog

/// The reference rates of the European Central Bank: the price of one euro, by day. Reads
/// `eurofxref.csv` and `eurofxref-hist.csv`, and the XML files of the same names.
struct ReferenceRates {
  struct Refusal: Error, Hashable {
    var message: String
    var help: String
  }

  /// Millionths of the currency, by date (`2026-11-25`).
  private(set) var days: [String: [String: Int64]] = [:]

  init(_ text: String) throws(Refusal) {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    if text.contains("<Cube") { readXML(text) } else { try readTable(text) }
    guard !days.isEmpty else {
      throw Refusal(
        message: "the file has no reference rates",
        help: "download eurofxref.csv or eurofxref-hist.csv from the European Central Bank")
    }
  }

  /// Returns the price of one unit of the base on a date, by currency; the base is left out.
  func rates(on date: String, base: String) throws(Refusal) -> [(currency: String, micros: Int64)] {
    guard let day = days[date] else {
      let before = days.keys.filter { $0 < date }.max()
      throw Refusal(
        message: "the file has no rates of \(date)",
        help: before.map { "the last day before it with rates is \($0); name that with --date" }
          ?? "it begins with \(days.keys.min() ?? "no day")")
    }
    var euros = day
    euros["EUR"] = StoreRates.one
    guard let unit = euros[base] else {
      throw Refusal(
        message: "the bank has no rate of '\(base)', the base of rates.yaml",
        help: "write the rates of this base by hand")
    }
    return euros.filter { $0.key != base }.sorted { $0.key < $1.key }.compactMap {
      // Rounded half up to a millionth.
      let (scaled, divisor) = (2 * Int128($0.value) * Int128(StoreRates.one), 2 * Int128(unit))
      let micros = Int64(clamping: (scaled + Int128(unit)) / divisor)
      return micros > 0 ? ($0.key, micros) : nil
    }
  }

  /// Reads `Date, USD, JPY, …` and a line for each day; `N/A` is no rate.
  private mutating func readTable(_ text: String) throws(Refusal) {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    }
    guard let head = lines.first, head.first == "Date" else { return }
    for line in lines.dropFirst() where line.count > 1 {
      guard let date = Self.date(line[0]) else {
        throw Refusal(
          message: "'\(line[0])' is not a date",
          help: "the bank writes 25 November 2026 or 2026-11-25")
      }
      for (currency, cell) in zip(head, line).dropFirst() where !currency.isEmpty {
        if let micros = Self.micros(cell) { days[date, default: [:]][currency] = micros }
      }
    }
  }

  /// Reads `<Cube time='2026-11-25'>` with `<Cube currency='USD' rate='1.0843'/>` in it.
  private mutating func readXML(_ text: String) {
    var date: String?
    for tag in text.split(separator: "<") where tag.hasPrefix("Cube") {
      if let time = Self.attribute("time", of: tag) { date = Self.date(time) }
      if let date, let currency = Self.attribute("currency", of: tag),
        let micros = Self.attribute("rate", of: tag).flatMap(Self.micros)
      {
        days[date, default: [:]][currency] = micros
      }
    }
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    for quote in ["'", "\""] {
      guard let start = tag.firstRange(of: "\(name)=\(quote)")?.upperBound,
        let end = tag[start...].firstRange(of: quote)?.lowerBound
      else { continue }
      return String(tag[start..<end])
    }
    return nil
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns `2026-11-25`, also for `25 November 2026`.
  private static func date(_ text: String) -> String? {
    let words = text.split(separator: " ")
    var date = text
    if words.count == 3, let day = Int(words[0]),
      let month = months.firstIndex(of: String(words[1]))
    {
      date = "\(words[2])-\(twoDigits(month + 1))-\(twoDigits(day))"
    }
    return date.utf8.count == 10 && Timestamp(rfc3339: date + "T00:00Z") != nil ? date : nil
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns the millionths of a decimal number above 0; further digits are cut.
  private static func micros(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, (1...9).contains(whole.utf8.count) else {
      return nil
    }
    let fraction = parts.count == 2 ? String(parts[1].prefix(6)) : ""
    let digits = whole + fraction + String(repeating: "0", count: 6 - fraction.utf8.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns `0.8663`: millionths without zeros at the end.
  static func text(_ micros: Int64) -> String {
    let (whole, rest) = micros.quotientAndRemainder(dividingBy: StoreRates.one)
    guard rest > 0 else { return "\(whole)" }
    let digits = String(String(StoreRates.one + rest).dropFirst())
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(whole).\(digits[...end])"
  }
}

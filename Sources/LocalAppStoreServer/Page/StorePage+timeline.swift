import HTTPDocuments
import LocalAppStore

extension StorePage {
  private static let rowHeight = 13
  private static let barHeight = 26

  /// A time line as SVG. Positions are percentages, so that it fits every width with dots of one size.
  func svg(
    _ line: TimeLine, of subscription: StoreSubscription, _ shown: StoreOverview.Shown
  ) -> Markup {
    let top = line.rows * Self.rowHeight + 8
    let height = top + Self.barHeight + 20
    let present = percent(line.now)
    let summary =
      "From \(MomentText.date(line.from)): "
      + line.bars.map { "\($0.kind.inWords) until \(MomentText.date($0.to))" }
      .joined(separator: ", ")
    return """
      <figure>
      <svg width="100%" height="\(height)" role="img" aria-label="\(text: summary)">
      <defs><pattern id="p-\(text: subscription.originalTransactionId)" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="2" height="6"/></pattern></defs>
      \(line.ticks.map { tick($0, top: top) })
      <line class="axis" x1="0" x2="100%" y1="\(top + Self.barHeight)" y2="\(top + Self.barHeight)"/>
      \(line.bars.map { bar($0, top: top, subscription.originalTransactionId, shown) })
      <rect class="future" x="\(text: present)" y="\(top)" width="\(text: percent(TimeLine.width - line.now))" height="\(Self.barHeight)"/>
      \(line.bars.map { word($0, of: line, top: top) })
      <line class="present" x1="\(text: present)" x2="\(text: present)" y1="\(max(top - 6, 0))" y2="\(top + Self.barHeight + 6)"><title>now</title></line>
      \(line.dots.map { dot($0, top: top) })
      </svg>
      <figcaption>\(TimeLine.Kind.allCases.filter { kind in line.bars.contains { $0.kind == kind } }.map(key))\
      <span class="key"><i class="present"></i>now</span>\
      \(line.dots.isEmpty ? "" : "<span class=\"key\"><i class=\"dot\"></i>notification</span>")\
      \(line.dots.contains { !$0.delivery.hasArrived } ? "<span class=\"key\"><i class=\"dot lost\"></i>one that did not arrive</span>" : "")\
      </figcaption>
      </figure>
      """
  }

  private func tick(_ tick: TimeLine.Tick, top: Int) -> Markup {
    let left = percent(tick.left)
    // The text of the last one would end beyond the edge.
    let isLast = tick.left > 9_200
    return """
      <line class="tick" x1="\(text: left)" x2="\(text: left)" y1="\(top)" y2="\(top + Self.barHeight + 5)"/>\
      <text x="\(text: left)" y="\(top + Self.barHeight + 17)"\(isLast ? " text-anchor=\"end\"" : "")>\(text: tick.text)</text>

      """
  }

  private func bar(
    _ bar: TimeLine.Bar, top: Int, _ id: String, _ shown: StoreOverview.Shown
  ) -> Markup {
    let (left, width) = (percent(bar.left), percent(bar.width))
    let paid = bar.price.map { ", \(price($0, shown.card))" } ?? ""
    let title =
      "\(bar.kind.inWords): \(bar.product), \(MomentText.date(bar.from)) to \(MomentText.date(bar.to))\(paid)"
    let hatched: Markup =
      bar.kind.isHatched
      ? "<rect x=\"\(text: left)\" y=\"\(top)\" width=\"\(text: width)\" height=\"\(Self.barHeight)\" fill=\"url(#p-\(text: id))\"/>"
      : ""
    return """
      <g><title>\(text: title)</title><rect class="bar \(text: bar.kind.rawValue)" x="\(text: left)" y="\(top)" width="\(text: width)" height="\(Self.barHeight)"/>\(hatched)</g>

      """
  }

  /// The kind of a bar as a word, if there is room for it.
  private func word(_ bar: TimeLine.Bar, of line: TimeLine, top: Int) -> Markup {
    guard bar.width >= 1_200 else { return "" }
    let middle = bar.left + bar.width / 2
    return """
      <text class="word\(middle > line.now ? " later" : "")" x="\(text: percent(middle))" y="\(top + 17)" text-anchor="middle">\(text: bar.kind.rawValue)</text>

      """
  }

  private func dot(_ dot: TimeLine.Dot, top: Int) -> Markup {
    let sent = dot.delivery.notification
    let type = [sent.type.rawValue, sent.subtype?.rawValue].compactMap(\.self)
      .joined(separator: " ")
    let height = top - 8 - dot.row * Self.rowHeight
    return """
      <circle class="dot\(dot.delivery.hasArrived ? "" : " lost")" cx="\(text: percent(dot.left))" cy="\(height)" r="4.5">\
      <title>\(text: "\(type), \(MomentText.whole(sent.signedDate)) UTC. \(dot.delivery.attemptsInWords)")</title></circle>

      """
  }

  private func key(_ kind: TimeLine.Kind) -> Markup {
    "<span class=\"key\"><i class=\"\(text: kind.rawValue)\"></i>\(text: kind.inWords)</span>"
  }

  /// Hundredths of a percent as SVG has them: `12.34%`.
  private func percent(_ hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }
}

extension TimeLine.Kind {
  var inWords: String {
    switch self {
    case .trial: "free trial"
    case .offer: "paid with an offer"
    case .paid: "paid"
    case .grace: "grace period"
    case .retry: "billing retry"
    case .revoked: "refunded"
    }
  }

  /// True for a bar that is no paid access; its pattern tells it apart, too.
  fileprivate var isHatched: Bool {
    switch self {
    case .grace, .retry, .revoked: true
    case .trial, .offer, .paid: false
    }
  }
}

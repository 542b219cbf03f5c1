#if canImport(SwiftUI)
import Foundation
import PaywallPresentation
import SwiftUI

/// The image and the texts of a paywall.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct PaywallTexts: View {
  let content: PaywallContent
  @Environment(\.colorScheme) private var colorScheme

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if let hero = content.hero { image(hero) }
      if let headline = content.headline {
        Text(verbatim: headline).font(.of(.headline, in: content.style)).fontWeight(.bold)
          .accessibilityAddTraits(.isHeader)
      }
      if let subheadline = content.subheadline {
        Text(verbatim: subheadline).font(.of(.subheadline, in: content.style))
          .foregroundStyle(.secondary)
      }
      ForEach(content.points.indices, id: \.self) { index in
        HStack(alignment: .firstTextBaseline, spacing: 12) {
          symbol(of: content.points[index])
            .foregroundStyle(content.accent).accessibilityHidden(true)
          Text(verbatim: content.points[index].text).font(.of(.point, in: content.style))
        }
      }
    }
  }

  private func image(_ hero: PaywallContent.Hero) -> some View {
    AsyncImage(url: hero.url(isDark: colorScheme == .dark)) {
      $0.resizable().scaledToFill()
    } placeholder: {
      Color.clear
    }
    .frame(maxWidth: .infinity)
    .frame(height: CGFloat(PaywallLayout.of(content.style).hero))
    .clipped()
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(verbatim: hero.alternativeText ?? ""))
    .accessibilityHidden(hero.alternativeText == nil)
  }

  @ViewBuilder private func symbol(of point: PaywallContent.Point) -> some View {
    if let emoji = point.emoji {
      Text(verbatim: emoji)
    } else {
      Image(systemName: point.symbol ?? "checkmark")
    }
  }
}

// The colours that a paywall chooses; otherwise the app's own.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallContent {
  var accent: Color { button.background.map(Self.color) ?? .accentColor }

  /// The colour of a text on the accent.
  var onAccent: Color {
    (button.foreground ?? button.background?.readable).map(Self.color) ?? .white
  }

  private static func color(_ colour: Colour) -> Color {
    Color(
      red: Double(colour.red) / 255, green: Double(colour.green) / 255,
      blue: Double(colour.blue) / 255)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension Font {
  /// Returns the font by the table of layout; it grows with the text size of the person.
  static func of(_ element: PaywallLayout.Element, in style: PaywallContent.Style) -> Font {
    switch PaywallLayout.textStyle(of: element, in: style) {
    case .largeTitle: .largeTitle
    case .title: .title
    case .headline: .headline
    case .body: .body
    case .subheadline: .subheadline
    case .footnote: .footnote
    case .caption: .caption
    }
  }
}

/// The products of a paywall, one of which is selected.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct ProductChoice: View {
  let model: PaywallModel
  let screen: PaywallScreen
  @Environment(\.dynamicTypeSize) private var textSize

  private var layout: PaywallLayout { .of(screen.content.style) }

  var body: some View {
    VStack(spacing: CGFloat(layout.spacing)) {
      if layout.hasSegments { segments }
      // Columns have no room for large texts.
      if layout.isRow, !textSize.isAccessibilitySize {
        HStack(alignment: .top, spacing: CGFloat(layout.spacing)) { cards }
      } else {
        cards
      }
    }
  }

  private var cards: some View {
    ForEach(layout.hasSegments ? [model.selectedProduct].compactMap(\.self) : screen.products) {
      ProductCard(model: model, content: screen.content, product: $0)
    }
  }

  private var segments: some View {
    HStack(spacing: 2) {
      ForEach(screen.products) { product in
        let isSelected = product.id == model.state.selected
        Button {
          model.select(product.id)
        } label: {
          Text(verbatim: product.name).font(.of(.segment, in: .toggle))
            .frame(maxWidth: .infinity)
            .padding(8)
            .background(
              isSelected ? AnyShapeStyle(.background) : AnyShapeStyle(.clear),
              in: RoundedRectangle(cornerRadius: 10))
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(isSelected ? .isSelected : [])
      }
    }
  }
}

/// A product with its price and its offer. A tap selects it.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct ProductCard: View {
  let model: PaywallModel
  let content: PaywallContent
  let product: ShownProduct

  private var layout: PaywallLayout { .of(content.style) }
  private var isSelected: Bool { product.id == model.state.selected }

  var body: some View {
    let shape = RoundedRectangle(cornerRadius: CGFloat(layout.radius))
    Button {
      model.select(product.id)
    } label: {
      HStack(spacing: 12) {
        if layout.hasRadio {
          Image(systemName: isSelected ? "checkmark.circle.fill" : "circle")
            .foregroundStyle(
              isSelected ? AnyShapeStyle(content.accent) : AnyShapeStyle(.secondary))
        }
        VStack(alignment: layout.isRow ? .center : .leading, spacing: 4) { texts }
          .frame(maxWidth: .infinity, alignment: layout.isRow ? .center : .leading)
      }
      .padding(.vertical, CGFloat(layout.block))
      .padding(.horizontal, CGFloat(layout.inline))
      .background(.background, in: shape)
      .overlay { shape.strokeBorder(content.accent.opacity(isSelected ? 1 : 0.2), lineWidth: 2) }
    }
    .buttonStyle(.plain)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(verbatim: product.label))
    .accessibilityAddTraits(isSelected ? [.isButton, .isSelected] : .isButton)
  }

  @ViewBuilder private var texts: some View {
    if let badge = product.badge {
      text(badge, .badge).fontWeight(.semibold).foregroundStyle(content.onAccent)
        .padding(.horizontal, 11).padding(.vertical, 3)
        .background(content.accent, in: Capsule())
    }
    text(product.name, .name)
    text(product.billed ?? "", .price)
    if let commitment = product.commitment {
      text(commitment, .commitment).foregroundStyle(.secondary)
    }
    if let offer = product.offer {
      text(offer, .offer).foregroundStyle(content.accent)
    }
  }

  private func text(_ text: String, _ element: PaywallLayout.Element) -> some View {
    Text(verbatim: text).font(.of(element, in: content.style))
  }
}
#endif

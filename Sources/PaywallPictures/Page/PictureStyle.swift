import HTTPDocuments
import PaywallPresentation

/// The style of pages with pictures, with the colours and images of each picture.
enum PictureStyle {
  /// - Parameter pictures: the pictures with the classes of their phones.
  static func style(of pictures: [(name: Markup, picture: Picture)]) -> Markup {
    var style = PageStyle.base
    style += page
    style += phone
    style += products
    for (name, picture) in pictures {
      guard let screen = picture.screen else { continue }
      style += colours(name, screen.content.button)
      style += image(screen.hero, of: name)
      if let image = screen.darkHero {
        style += "@media (prefers-color-scheme: dark) { \(Self.image(image, of: name)) }\n"
        style += ":root:has(#dark:checked) \(Self.image(image, of: name))"
        style += ":root:has(#light:checked) \(Self.image(screen.hero, of: name))"
      }
    }
    return style
  }

  private static func image(_ image: PictureImage?, of name: Markup) -> Markup {
    let address: Markup
    switch image {
    case .embedded(let type, let base64): address = "data:\(text: type);base64,\(text: base64)"
    case .linked(let linked): address = "\"\(text: escaped(linked))\""
    case .placeholder, nil: return ""
    }
    return ".\(name) .hero { background-image: url(\(address)); }\n"
  }

  /// Writes an address of others as a CSS text: every character that could end it, or that markup
  /// would escape, by its code.
  private static func escaped(_ address: String) -> String {
    address.unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._~/:?=%".unicodeScalars.contains(scalar))
      text += isPlain ? String(scalar) : "\\\(String(scalar.value, radix: 16)) "
    }
  }

  private static func colours(_ name: Markup, _ button: PaywallContent.Button) -> Markup {
    guard let background = button.background else { return "" }
    let foreground = button.foreground ?? background.readable
    return ".\(name) { --accent: \(text: background.text); --on: \(text: foreground.text); }\n"
  }

  private static let page: Markup = """

    body { background: var(--raised); }
    main { max-width: 1180px; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
    header h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; }
    header p { margin: .15rem 0 0; color: var(--soft); }
    .ways { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0 0; font-size: .875rem; }
    .names { padding-left: 1.1rem; } .names small { color: var(--soft); }
    .choices { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 1.25rem 0; padding: 0;
      border: 0; }
    .choices label { display: inline-flex; gap: .35rem; align-items: center; font-size: .875rem; }
    .choices input { min-height: 0; margin: 0; accent-color: var(--link); }
    .beside { display: flex; flex-wrap: wrap; gap: 2.5rem; align-items: flex-start; }
    .reasons { flex: 1 1 24rem; min-width: 0; }
    .reasons section { background: var(--ground); border: 1px solid var(--line); border-radius: 14px;
      padding: 1rem 1.25rem; margin: 0 0 1rem; }
    .reasons h2 { font-size: .8125rem; margin: 0 0 .5rem; color: var(--soft); font-weight: 600; }
    .reasons p { margin: 0; } .reasons ul { margin: 0; padding-left: 1.1rem; }
    .reasons li + li { margin-top: .35rem; }
    .reasons pre { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere;
      font-size: .75rem; line-height: 1.55; }
    .reasons dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0;
      font-size: .875rem; }
    .reasons dt { color: var(--soft); } .reasons dd { margin: 0; }
    .sheet { overflow-x: auto; }
    .sheet table { border-collapse: separate; border-spacing: 1.25rem 1rem; margin: 0 -1.25rem; }
    .sheet th { font-weight: 600; font-size: .8125rem; text-align: left; vertical-align: bottom;
      max-width: 200px; }
    .sheet th small { display: block; font-weight: 400; color: var(--soft); }
    .sheet td, .sheet tbody th { vertical-align: top; padding: 0; }
    .sheet a { display: block; color: inherit; } .sheet a:hover { text-decoration: none; }
    .sheet .small { width: 203px; height: 434px; overflow: hidden; }
    .sheet .small .phone { zoom: .49; }
    .sheet .scroll, .sheet .foot { overflow: hidden; }
    .sheet .changed { display: inline-block; margin-top: .4rem; font-size: .75rem; color: var(--bad); }
    .sheet .note { display: block; font-size: .75rem; color: var(--soft); width: 203px;
      margin-top: .35rem; }

    """

  private static let phone: Markup = """

    .phone { --accent: #5b3df5; --on: #ffffff; color-scheme: light dark; width: 414px; height: 868px;
      flex: none;
      padding: 12px; border-radius: 66px; background: #0c0c10;
      box-shadow: 0 0 0 2px #3a3a42, 0 30px 60px -20px rgb(0 0 0 / .35);
      font: 17px/1.32 -apple-system, "SF Pro Text", Inter, system-ui, "Noto Sans", sans-serif; }
    :root:has(#wide:checked) .phone { width: 454px; height: 956px; }
    :root:has(#light:checked) .phone { color-scheme: light; }
    :root:has(#dark:checked) .phone { color-scheme: dark; }
    :root:has(#large:checked) .phone { font-size: 32px; }
    :root:has(#large:checked) .headline { font-size: 48px; }
    :root:has(#large:checked) .compact .headline { font-size: 43px; }
    :root:has(#large:checked) .columns .products { grid-template-columns: 1fr; }
    .glass { position: relative; display: flex; flex-direction: column; width: 100%; height: 100%;
      overflow: hidden;
      border-radius: 54px; color: light-dark(#14121f, #f5f4fa);
      --quiet: light-dark(#5f5c6e, #a9a6b8); --card: light-dark(#ffffff, #1d1b27);
      --edge: light-dark(#e2e0ea, #34313f);
      --tint: color-mix(in srgb, var(--accent) 12%, transparent);
      --word: light-dark(color-mix(in srgb, var(--accent) 88%, black), color-mix(in srgb,
      var(--accent) 45%, white));
      background: light-dark(#fbfaff, #0f0d16); }
    .glass::before { content: ""; position: absolute; inset: 0 0 auto; height: 46%;
      background: radial-gradient(120% 100% at 50% 0, color-mix(in srgb, var(--accent) 26%,
      transparent), transparent); }
    .glass > * { position: relative; }
    .bar { display: flex; justify-content: space-between; align-items: center; height: 54px;
      padding: 8px 34px 0;
      font-size: 16px; position: absolute; inset: 0 0 auto; z-index: 2; direction: ltr; }
    .island { width: 112px; height: 32px; border-radius: 20px; background: #000; }
    .battery { width: 25px; height: 12px; border-radius: 4px; background: currentcolor; opacity: .85; }
    .close { position: absolute; z-index: 2; top: 62px; inset-inline-end: 18px; display: flex;
      align-items: center; gap: 6px;
      font-size: 13px; }
    .close b { display: grid; place-items: center; width: 30px; height: 30px; border-radius: 50%;
      font: 400 22px/1 system-ui;
      background: light-dark(rgb(255 255 255 / .8), rgb(40 38 52 / .8)); color: var(--quiet); }
    .close small { direction: ltr; padding: 2px 8px; border-radius: 10px; background: light-dark(#fff, #222);
      color: var(--quiet); }
    .scroll { flex: 1; min-height: 0; display: flex; flex-direction: column; overflow-y: auto;
      padding: 76px 22px 12px; scrollbar-width: none;
      unicode-bidi: isolate; overflow-wrap: anywhere; }
    .scroll:has(> .hero) { padding-top: 0; }
    .hero { height: 208px; flex: none; margin: 0 -22px; background: var(--tint) center / cover no-repeat;
      mask-image: linear-gradient(#000 66%, transparent); }
    .hero.placeholder { mask-image: none; display: grid; place-items: end center;
      padding: 76px 24px 18px; text-align: center;
      border-bottom: 1px dashed var(--edge); }
    .placeholder b { display: block; font-weight: 600; } .placeholder code { font-size: 12px;
      color: var(--quiet); }
    .words { padding-bottom: 22px; } .words > * { margin: 0; }
    .headline { font-size: 1.94em; line-height: 1.12; font-weight: 750; letter-spacing: -.022em;
      margin-top: 8px; text-wrap: balance; }
    .subheadline { margin-top: 8px; color: var(--quiet); font-size: 1em; text-wrap: pretty; }
    .points { list-style: none; padding: 0; margin-top: 16px; display: grid; gap: 9px; }
    .points li { display: flex; gap: 12px; align-items: baseline; font-size: .97em; font-weight: 500; }
    .symbol { flex: none; display: grid; place-items: center; width: 1.55em; height: 1.55em;
      border-radius: 50%; font-size: .82em;
      font-weight: 700; background: var(--tint); color: var(--word); }
    .footnote { margin: 14px 0 0; font-size: .76em; color: var(--quiet); }
    .nothing { flex: 1; display: grid; place-content: center; text-align: center; color: var(--quiet); }
    .nothing p { margin: 0; } .nothing p:first-child { font-size: 1.3em; font-weight: 650; }

    """

  private static let products: Markup = """

    .products { display: grid; gap: 12px; margin-top: auto; }
    .product { position: relative; display: grid;
      grid-template-columns: auto minmax(28%, 1fr) minmax(0, auto);
      column-gap: 12px; align-items: center; padding: 13px 16px; border-radius: 18px;
      background: var(--card); border: 2px solid var(--edge); min-width: 0; }
    .product.selected { border-color: var(--accent);
      background: linear-gradient(var(--tint), var(--tint)), var(--card); }
    .radio { width: 22px; height: 22px; border-radius: 50%; border: 2px solid var(--edge); }
    .selected > .radio { border: 7px solid var(--accent); background: #fff; }
    .name { font-weight: 620; } .price { font-weight: 650; text-align: end; }
    .missing { color: var(--quiet); }
    .offer, .commitment { grid-column: 2 / -1; font-size: .82em; margin-top: 4px; }
    .offer { color: var(--word); font-weight: 560; } .commitment { color: var(--quiet); }
    .badge { position: absolute; bottom: calc(100% - 11px); inset-inline-end: 16px; padding: 3px 11px;
      border-radius: 12px; font-size: .7em;
      line-height: 1.3; font-weight: 680; background: var(--accent); color: var(--on); max-width: 75%; }
    .columns .products { grid-template-columns: repeat(auto-fit, minmax(100px, 1fr)); gap: 10px; }
    .columns .product { grid-template-columns: 1fr; text-align: center; align-content: start;
      row-gap: 4px; padding: 20px 10px 16px; }
    .columns .radio { display: none; } .columns .price { text-align: center; font-size: 1.02em; }
    .columns .name { font-size: .86em; } .columns .badge { inset-inline: 50% auto; translate: -50%;
      width: max-content; max-width: calc(100% - 20px); }
    [dir="rtl"] .columns .badge { translate: 50%; }
    .columns .offer, .columns .commitment { grid-column: 1; }
    .compact .hero { height: 168px; } .compact .products { gap: 8px; } .compact .radio { display: none; }
    .compact .product { grid-template-columns: minmax(28%, 1fr) minmax(0, auto); padding: 12px 14px;
      border-radius: 14px; }
    .compact .offer, .compact .commitment { grid-column: 1 / -1; }
    .compact .headline { font-size: 1.65em; }
    .segments { display: flex; gap: 2px; margin: auto 0 14px; padding: 3px; border-radius: 13px;
      background: var(--edge); }
    .segments span { flex: 1; padding: 8px 6px; border-radius: 10px; text-align: center;
      font-size: .84em; font-weight: 560; }
    .segments .selected { background: var(--card); box-shadow: 0 1px 3px rgb(0 0 0 / .16); }
    .toggle .products { margin-top: 0; } .toggle .product:not(.selected) { display: none; }
    .foot { padding: 12px 22px 26px; background: light-dark(rgb(251 250 255 / .9), rgb(15 13 22 / .9));
      box-shadow: 0 -1px 0 var(--edge); max-height: 55%; overflow-y: auto; scrollbar-width: none; }
    .button { padding: 15px 18px; border-radius: 18px; text-align: center; font-weight: 650;
      font-size: 1.04em;
      background: var(--accent); color: var(--on); box-shadow: 0 10px 22px -10px var(--accent);
      overflow-wrap: anywhere; }
    .terms { margin: 10px 2px 0; text-align: center; font-size: .68em; line-height: 1.36;
      color: var(--quiet); text-wrap: pretty; }
    .links { display: flex; flex-wrap: wrap; justify-content: center; gap: 2px 18px; margin: 9px 0 0;
      font-size: .74em;
      font-weight: 560; color: var(--word); }

    """
}

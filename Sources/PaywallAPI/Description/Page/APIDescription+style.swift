import HTTPDocuments

extension APIDescription {
  /// Allows the page its own style and searches of its own server, and nothing else.
  package static let contentSecurityPolicy = PageStyle.contentSecurityPolicy(for: style)

  /// The style of the pages, light and dark, from the width of a phone.
  static let style: Markup = """
    \(PageStyle.base)
    html { scroll-padding-top: 4.5rem; }
    body { display: grid; grid-template-columns: 19rem minmax(0, 1fr);
      grid-template-areas: "header header" "nav main"; }
    p a { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
    header { grid-area: header; position: sticky; top: 0; z-index: 1; display: flex;
      align-items: center; gap: 1rem; min-height: 3.5rem; padding: .5rem 1.25rem;
      background: var(--ground); border-bottom: 1px solid var(--line); }
    header .name { margin: 0; font-size: 1.0625rem; font-weight: 700; letter-spacing: -.01em; }
    header p a { color: inherit; text-decoration: none; }
    header form { display: flex; gap: .5rem; flex: 1; max-width: 34rem; margin-left: auto; }
    header label { position: absolute; left: -100vw; }
    header .jump { display: none; margin: 0; }
    input { flex: 1; min-width: 0; background: var(--raised); }
    ::placeholder { color: var(--soft); opacity: 1; }
    nav { grid-area: nav; position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem);
      overflow-y: auto; padding: .5rem 1.25rem 3rem; background: var(--raised);
      border-right: 1px solid var(--line); font-size: .8125rem; }
    nav h2 { margin: 1.25rem 0 .25rem; font-size: .75rem; letter-spacing: .06em;
      text-transform: uppercase; color: var(--soft); border: 0; padding: 0; }
    nav h2 a { color: inherit; }
    nav ol, nav ul { list-style: none; margin: 0; padding: 0; }
    nav li { padding: .15rem 0; }
    nav li a { display: block; color: inherit; }
    nav ul:not(.shapes) li a { display: grid; grid-template-columns: 3.2rem 1fr; gap: .5rem; }
    nav b { font-size: .6875rem; line-height: 1.35rem; text-align: right; }
    main { grid-area: main; max-width: 56rem; padding: 2rem 3rem 6rem; }
    h1 { margin: 0 0 .25rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em;
      overflow-wrap: anywhere; }
    h2 { margin: 3.5rem 0 1rem; padding-bottom: .4rem; font-size: 1.5rem; line-height: 1.3;
      border-bottom: 2px solid var(--line); }
    .number { color: var(--soft); font-weight: 400; margin-right: .35rem; }
    h3 { margin: 0 0 .5rem; font-size: 1.0625rem; }
    h3.of { margin-top: 1.5rem; }
    h3 a { color: inherit; }
    h3 a code { font-size: 1rem; font-weight: 600; }
    h4 { margin: 1.5rem 0 .4rem; font-size: .9375rem; }
    p { margin: .5rem 0; }
    small, i { color: var(--soft); font-size: .8125rem; font-weight: 400; font-style: normal; }
    article { padding: 1.75rem 0; border-bottom: 1px solid var(--line); }
    article.problem { padding: .9rem 0; }
    article.problem p { margin: .15rem 0; }
    .places { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
    article:target > h3, section > h2:target { color: var(--link); }
    .summary { font-size: 1.0625rem; font-weight: 600; }
    h1 + .summary { font-size: 1.1875rem; font-weight: 400; color: var(--soft); }
    .steps { columns: 2; column-gap: 2rem; padding-left: 1.4rem; }
    .standing, .note, .type { color: var(--soft); font-size: .875rem; }
    .get { color: var(--good); } .post { color: var(--link); } .delete { color: var(--bad); }
    table { width: 100%; border-collapse: collapse; margin: .4rem 0; font-size: .875rem;
      line-height: 1.5; }
    th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top;
      border-top: 1px solid var(--line); }
    th { width: 15rem; font-weight: 500; }
    td td, td th { border-top-style: dotted; }
    td th { width: 11rem; }
    pre { margin: .6rem 0; padding: .9rem 1rem; overflow-x: auto; font-size: .8125rem;
      line-height: 1.5; background: var(--raised); border: 1px solid var(--line);
      border-radius: 8px; }
    pre.curl { border-left: 3px solid var(--link); }
    pre code { font-size: inherit; overflow-wrap: normal; }
    details { margin: .5rem 0; }
    details > summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
    .found { list-style: none; padding: 0; }
    .found li { padding: .9rem 0; border-top: 1px solid var(--line); }
    .found p { margin: .1rem 0; }
    .found .kind { color: var(--soft); font-size: .8125rem; }
    .found .title { font-size: 1.0625rem; font-weight: 600; }
    @media (max-width: 60rem) {
      body { display: block; }
      header { flex-wrap: wrap; gap: .25rem .75rem; padding: .5rem 1rem; position: static; }
      header .jump { display: block; margin-left: auto; font-size: .9375rem; }
      header .jump a { display: inline-block; padding: .4rem 0; color: var(--link); }
      header form { order: 1; flex: 1 0 100%; max-width: none; }
      input, button { font-size: 1rem; min-height: 2.75rem; }
      html { scroll-padding-top: 1rem; }
      nav { position: static; height: auto; border-right: 0; border-top: 1px solid var(--line);
        font-size: .9375rem; padding: 1rem 1rem 4rem; }
      nav li { padding: .35rem 0; }
      main { padding: 1.5rem 1rem 3rem; }
      .steps { columns: 1; }
      .steps li { padding: .2rem 0; }
      h1 { font-size: 1.625rem; }
      h2 { font-size: 1.3125rem; margin-top: 2.75rem; }
      th, td, td th { display: block; width: auto; padding-right: 0; }
      td { border-top: 0; padding-top: 0; }
    }
    @media print { nav, header { display: none; } body { display: block; }
      details > * { display: block; } }

    """
}

extension APIDescription {
  /// The style of the page, light and dark.
  static let style: Markup = """

    :root { color-scheme: light dark; --text: #1c1e21; --soft: #5f6670; --line: #e3e6ea;
      --ground: #ffffff; --raised: #f6f7f9; --link: #0b57c2; --get: #0b6b3a; --post: #0b57c2;
      --delete: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --text: #e7e9ec; --soft: #9aa3ae;
      --line: #30363d; --ground: #14171a; --raised: #1c2126; --link: #7db4ff; --get: #6fd39b;
      --post: #7db4ff; --delete: #ff8f86; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr);
      color: var(--text); background: var(--ground);
      font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
    code { font-size: .875em; overflow-wrap: anywhere; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem;
      background: var(--raised); border-right: 1px solid var(--line); font-size: .8125rem; }
    nav h2 { margin: 1.25rem 0 .25rem; font-size: .75rem; letter-spacing: .06em;
      text-transform: uppercase; color: var(--soft); border: 0; padding: 0; }
    nav ul { list-style: none; margin: 0; padding: 0; }
    nav li { padding: .15rem 0; }
    nav li a { display: grid; grid-template-columns: 3.4rem 1fr; gap: .4rem; color: inherit; }
    nav .shapes li a { display: block; }
    nav .name { margin: 0; font-size: 1.125rem; font-weight: 700; }
    nav .name a { color: inherit; }
    main { max-width: 56rem; padding: 2.5rem 3rem 6rem; }
    h1 { margin: 0 0 .25rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
    h2 { margin: 3.5rem 0 1rem; padding-bottom: .4rem; font-size: 1.5rem;
      border-bottom: 2px solid var(--line); }
    h3 { margin: 0 0 .5rem; font-size: 1.0625rem; }
    h3 a { color: inherit; }
    h3 a code { font-size: 1rem; font-weight: 600; }
    h4 { margin: 1.5rem 0 .4rem; font-size: .9375rem; }
    p { margin: .5rem 0; }
    small, i { color: var(--soft); font-size: .8125rem; font-weight: 400; font-style: normal; }
    article { padding: 1.75rem 0; border-bottom: 1px solid var(--line); }
    article:target h3 { text-decoration: underline; text-underline-offset: .3em; }
    .summary { font-size: 1.0625rem; font-weight: 600; }
    h1 + .summary { font-size: 1.1875rem; font-weight: 400; color: var(--soft); }
    .standing { color: var(--soft); font-size: .875rem; }
    .type { color: var(--soft); font-size: .875rem; }
    .get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
    nav b { font-size: .6875rem; line-height: 1.35rem; text-align: right; }
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
    pre code { font-size: inherit; overflow-wrap: normal; }
    details { margin: .5rem 0; }
    details > summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
    @media (max-width: 60rem) {
      body { display: block; }
      nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
      main { padding: 1.5rem 1rem 4rem; }
      th, td, td th { display: block; width: auto; padding-right: 0; }
      td { border-top: 0; padding-top: 0; }
    }
    @media print { nav { display: none; } body { display: block; } details > * { display: block; } }

    """
}

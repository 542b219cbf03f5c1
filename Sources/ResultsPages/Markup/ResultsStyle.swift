package import HTTPDocuments

package enum ResultsStyle {
  /// The style of every page: light and dark, from the width of a phone. Text has a contrast of at
  /// least 4.5 on its ground; `Tests/Page/check_results.py` measures it.
  package static let css: Markup = """
    :root { color-scheme: light dark; --text: #16191d; --soft: #545c66; --line: #dfe3e8;
      --ground: #f5f6f8; --card: #ffffff; --raised: #f0f2f5; --link: #0b57c2; --on: #ffffff;
      --good: #0a6b3b; --good-wash: #e6f4ec; --good-fill: #2f9e66;
      --bad: #b3261e; --bad-wash: #fdecea; --bad-fill: #d9574d;
      --warn: #7a4d00; --warn-wash: #fdf3dc; --warn-fill: #d29a2c;
      --calm: #2b4a75; --calm-wash: #e9eff8; --calm-fill: #6d8fc0;
      --v0: #6b7684; --v1: #2369d6; --v2: #b1480f; --v3: #7a3fc0; --v4: #08776f; --v5: #ad1f67; }
    @media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --soft: #a3acb7; --line: #323941;
      --ground: #111417; --card: #191d21; --raised: #22272d; --link: #86b8ff; --on: #0f1215;
      --good: #74d69f; --good-wash: #14291e; --good-fill: #3fa56f;
      --bad: #ff988f; --bad-wash: #331b1a; --bad-fill: #d8635a;
      --warn: #f0c063; --warn-wash: #2e2511; --warn-fill: #c08f30;
      --calm: #a9c4ec; --calm-wash: #1a2433; --calm-fill: #5f83b8;
      --v0: #929da9; --v1: #6ea6ff; --v2: #f0925a; --v3: #bb93f5; --v4: #3fc0b5; --v5: #f07fb6; } }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
    body { margin: 0; color: var(--text); background: var(--ground);
      font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
    code { font-size: .9em; overflow-wrap: anywhere; }
    a { color: var(--link); }
    header nav a, .alone p > a { display: inline-block; padding: .2rem 0; }
    a:focus-visible, input:focus-visible, button:focus-visible, select:focus-visible,
    summary:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .25rem .5rem; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    h1, h2, h3, h4, p, ul, dl, dd, figure, table { margin: 0; padding: 0; }
    header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
    header { padding-top: 1.25rem; padding-bottom: 1rem; }
    header nav { display: flex; gap: .5rem 1rem; justify-content: space-between; flex-wrap: wrap;
      align-items: center; margin-bottom: .5rem; font-size: .875rem; }
    header h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em;
      overflow-wrap: anywhere; }
    .facts { color: var(--soft); display: flex; flex-wrap: wrap; gap: .1rem .5rem; padding: 0;
      margin-top: .35rem; list-style: none; }
    .facts li:not(:last-child)::after { content: "·"; margin-left: .5rem; }
    .asked { margin-top: .5rem; color: var(--warn); font-weight: 600; }
    main { display: grid; gap: 1rem; padding-bottom: 2rem; }
    main > section { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      padding: 1.15rem 1.35rem 1.3rem; min-width: 0; }
    h2 { font-size: 1.125rem; letter-spacing: -.01em; line-height: 1.35; }
    h2 small { font-weight: 400; color: var(--soft); font-size: .875rem; letter-spacing: 0; }
    h3, h4 { font-size: .9375rem; margin: 1rem 0 .25rem; }
    h3 small, h4 small { font-weight: 400; color: var(--soft); }
    .note { color: var(--soft); margin: .2rem 0 .8rem; max-width: 50rem; }
    .note:last-child { margin: .8rem 0 0; }
    .key { display: inline-block; width: .7em; height: .7em; border-radius: 3px;
      margin-right: .45em; background: var(--v); }
    .c0 { --v: var(--v0); } .c1 { --v: var(--v1); } .c2 { --v: var(--v2); }
    .c3 { --v: var(--v3); } .c4 { --v: var(--v4); } .c5 { --v: var(--v5); }
    .good { --tone: var(--good); --wash: var(--good-wash); --fill: var(--good-fill); }
    .bad { --tone: var(--bad); --wash: var(--bad-wash); --fill: var(--bad-fill); }
    .warn { --tone: var(--warn); --wash: var(--warn-wash); --fill: var(--warn-fill); }
    .calm { --tone: var(--calm); --wash: var(--calm-wash); --fill: var(--calm-fill); }
    main > .verdict { background: var(--wash); border-color: var(--tone); padding: 1.35rem 1.5rem;
      display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem 1rem; }
    .verdict .mark { grid-row: 1 / span 2; width: 3rem; height: 3rem; border-radius: 50%;
      background: var(--tone); color: var(--on); font-size: 1.6rem; font-weight: 700;
      line-height: 3rem; text-align: center; }
    .verdict .word { color: var(--tone); font-weight: 700; font-size: .9375rem; }
    .verdict h2 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em;
      overflow-wrap: anywhere; }
    .verdict .reasons { grid-column: 2; margin-top: .4rem; padding-left: 0; list-style: none; }
    .verdict .reasons li { margin-top: .15rem; overflow-wrap: anywhere; }
    .answers { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 1px;
      background: var(--line); border-radius: 13px; overflow: hidden; }
    main > .sheet { padding: 0; background: none; }
    .answers > div { background: var(--card); padding: .85rem 1rem .95rem; }
    .answers dt { color: var(--soft); font-size: .8125rem; }
    .answers dd b { display: block; font-size: 1.0625rem; line-height: 1.35; color: var(--tone);
      overflow-wrap: anywhere; }
    .answers dd { font-size: .875rem; overflow-wrap: anywhere; }
    .health { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
      gap: .6rem; list-style: none; margin-top: .75rem; }
    .health li { background: var(--wash); border-radius: 10px; padding: .55rem .8rem .65rem;
      border-left: 4px solid var(--fill); }
    .health b { display: block; }
    .health .state { color: var(--tone); font-weight: 700; font-size: .8125rem; }
    .health span:last-child { font-size: .875rem; }
    table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--soft); font-size: .875rem; padding-bottom: .4rem; }
    th, td { padding: .45rem .9rem .45rem 0; text-align: left; vertical-align: middle;
      border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
    thead th, tfoot td { color: var(--soft); font-size: .8125rem; border-top: 0; }
    tfoot td { padding-top: 0; }
    tbody th { font-weight: 600; }
    td.number, th.number { text-align: right; white-space: nowrap; }
    td small, th small { color: var(--soft); font-size: .8125rem; font-weight: 400; }
    td:last-child, th:last-child { padding-right: 0; }
    .plot { width: 38%; }
    td.plot, tfoot td.plot { padding-top: 0; padding-bottom: 0; }
    td.change, thead th:nth-child(4) { padding-left: 1.25rem; }
    .change b { color: var(--tone); }
    .pill { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-weight: 600;
      font-size: .8125rem; color: var(--tone); background: var(--wash); white-space: nowrap; }
    svg { display: block; overflow: visible; }
    svg text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
    svg .strong { fill: var(--text); font-weight: 600; }
    svg .zero { stroke: var(--soft); stroke-width: 1.5; }
    svg .grid { stroke: var(--line); }
    svg .least { stroke: var(--soft); stroke-dasharray: 2 4; }
    svg .range { fill: var(--fill); opacity: .45; }
    svg .point { fill: var(--tone); stroke: var(--card); stroke-width: 2; }
    svg .bar { fill: var(--v); }
    svg .lane { fill: var(--raised); }
    svg .better { fill: var(--good-fill); } svg .worse { fill: var(--bad-fill); }
    svg .better, svg .worse { opacity: .75; }
    svg .line { stroke: var(--v); fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke;
      stroke-linejoin: round; }
    svg .spread { fill: var(--v); opacity: .14; }
    svg .immature { fill: var(--warn-fill); opacity: .16; }
    svg .immature-edge { stroke: var(--warn-fill); stroke-dasharray: 4 3; }
    svg .immature-word { fill: var(--warn); font-weight: 600; }
    .densities { display: grid; gap: 1rem 2rem; margin-top: 1.1rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
    figcaption { font-size: .875rem; margin-top: .3rem; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none;
      font-size: .875rem; margin-bottom: .6rem; }
    .funnel td.plot { width: 44%; }
    .funnel .step th { padding-top: .9rem; font-size: .9375rem; }
    .funnel .same :is(th, td) { border-top: 0; padding-top: .1rem; padding-bottom: .1rem; }
    .funnel .same:not(.last) .variant, .funnel .same .variant { font-weight: 400; }
    details { border-top: 1px solid var(--line); }
    summary { cursor: pointer; padding: .6rem 0; font-weight: 600; }
    summary small { font-weight: 400; color: var(--soft); }
    details > table, details > p, details > pre { margin-bottom: 1rem; }
    .figures { border-top: 0; margin-top: .5rem; }
    .figures summary { font-weight: 400; color: var(--soft); font-size: .875rem; padding: .2rem 0; }
    .source { display: grid; grid-template-columns: minmax(8rem, auto) minmax(0, 1fr);
      gap: .35rem 1.25rem; margin-top: .6rem; }
    .source dt { color: var(--soft); }
    .source dd { overflow-wrap: anywhere; }
    pre { background: var(--raised); border-radius: 10px; padding: .8rem 1rem; overflow-x: auto;
      font-size: .8125rem; line-height: 1.5; margin: .5rem 0 0; }
    .wide { overflow-x: auto; }
    .rows td { white-space: nowrap; vertical-align: top; }
    .rows td:nth-child(n + 4) { white-space: normal; min-width: 6rem; }
    .sums td, .sums th { white-space: nowrap; }
    .sums :is(td, th):not(:first-child) { text-align: right; }
    .verdict .next { grid-column: 1 / -1; }
    footer { color: var(--soft); font-size: .8125rem; padding-bottom: 2.5rem; }
    input, button, select { font: inherit; color: inherit; border-radius: 8px; min-height: 2.5rem;
      border: 1px solid var(--soft); padding: .35rem .75rem; background: var(--card); }
    button { cursor: pointer; }
    nav button { min-height: 2rem; padding: .1rem .7rem; border-color: var(--line);
      font-size: .875rem; }
    .primary { background: var(--link); border-color: var(--link); color: var(--on);
      font-weight: 600; }
    main.alone { max-width: 34rem; padding-top: 12vh; }
    .alone pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    .alone form { display: grid; gap: .75rem; margin-top: 1rem; }
    .alone label { display: grid; gap: .2rem; }
    .alone h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; }
    .alert { background: var(--wash); border-left: 4px solid var(--fill); border-radius: 8px;
      padding: .55rem .8rem; margin-top: .8rem; overflow-wrap: anywhere; }
    .list td, .list th { vertical-align: top; }
    .list td.change, .list thead th:nth-child(4) { padding-left: 0; }
    .list td:last-child, .list th:last-child { padding-left: 1.25rem; white-space: nowrap; }
    @media (max-width: 60rem) { .answers { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
    @media (max-width: 44rem) {
      header, main, footer { padding-left: .9rem; padding-right: .9rem; }
      main > section { padding: .95rem 1rem 1.1rem; border-radius: 12px; }
      main > .sheet { padding: 0; }
      main > .verdict { order: -3; } main > .sheet { order: -2; } main > .goal { order: -1; }
      header h1 { font-size: 1.4rem; }
      main > .verdict { padding: 1rem; gap: .1rem .75rem; }
      .verdict .mark { width: 2.25rem; height: 2.25rem; line-height: 2.25rem; font-size: 1.2rem;
        grid-row: 1; align-self: center; }
      .verdict .word { align-self: center; }
      .verdict h2, .verdict .reasons { grid-column: 1 / -1; }
      .verdict h2 { font-size: 1.25rem; margin-top: .4rem; }
      .answers > div { padding: .7rem .8rem .8rem; }
      .health { grid-template-columns: minmax(0, 1fr); }
      .source { grid-template-columns: minmax(0, 1fr); gap: 0; }
      .source dd { margin-bottom: .5rem; }
      .compared thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
        clip-path: inset(50%); }
      .compared tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: .1rem .8rem; padding: .6rem 0; border-top: 1px solid var(--line); }
      .compared tfoot tr { border-top: 0; padding: 0; }
      .compared :is(th, td) { border: 0; padding: 0; text-align: left; white-space: normal; }
      .compared td[data-name]::before { content: attr(data-name); display: block;
        color: var(--soft); font-size: .8125rem; }
      .compared tbody th, .compared td.plot { grid-column: 1 / -1; width: auto; }
      .list td:last-child { padding-left: 0; }
      .compared td:empty { display: none; }
      .excluded tr { display: grid; padding: .4rem 0; border-top: 1px solid var(--line); }
      .excluded :is(th, td), .excluded td.number { border: 0; padding: 0; text-align: left; }
      .excluded thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
        clip-path: inset(50%); }
      td.change { padding-left: 0; }
      .funnel thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
        clip-path: inset(50%); }
      .funnel tr.same { display: grid; gap: 0 .75rem; padding: .25rem 0;
        grid-template-columns: minmax(0, 1fr) auto 3.6rem 5rem; }
      .funnel .same :is(th, td) { padding: 0; font-size: .875rem; white-space: nowrap; }
      .funnel .same td.plot { grid-column: 1 / -1; grid-row: 2; width: auto; }
      .funnel .same td:last-child:not(:empty)::after { content: " of those"; display: block;
        color: var(--soft); font-size: .75rem; line-height: 1; }
      input, button, select { font-size: 1rem; min-height: 2.75rem; }
    }
    @media (max-width: 22rem) { .answers { grid-template-columns: minmax(0, 1fr); } }
    @media print {
      body { background: none; } main { display: block; } header nav, .skip { display: none; }
      main > section { break-before: page; border: 0; padding: 0; }
      main > :is(.verdict, .sheet) { break-before: avoid; margin-bottom: 1rem; }
      h2, h3, h4, thead, summary, .note { break-after: avoid; }
      tr, figure, svg, li, .answers > div { break-inside: avoid; }
      p, li, dd { orphans: 3; widows: 3; }
      .wide { overflow: visible; } .rows td, .sums :is(td, th) { white-space: normal; }
      .sums { font-size: .75rem; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    }
    """
}

import HTTPDocuments

extension StorePage {
  /// The style of the pages, light and dark, from the width of a phone.
  static let style: Markup = """
    \(PageStyle.base)
    :root { --trial: #7fb7e8; --offer: #6f8fe0; --paid: #3f9d6b; --grace: #e3b341; --retry: #e08a3c;
      --revoked: #d9685f; --word: #10151b; --wash: #fdecea; --calm: #e9f5ee; --strong: #0b57c2; }
    @media (prefers-color-scheme: dark) { :root { --trial: #79b3e6; --offer: #8aa4ec;
      --paid: #58b184; --grace: #dcae45; --retry: #df8f49; --revoked: #e07a72; --wash: #3a1f1d;
      --calm: #17301f; --strong: #2f6fce; } }
    html { scroll-padding-top: 8rem; }
    body { display: grid; grid-template-columns: 17rem minmax(0, 1fr);
      grid-template-areas: "header header" "nav main"; min-height: 100vh;
      grid-template-rows: auto 1fr; font-size: .9375rem; line-height: 1.5; }
    h1 { margin: 0; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.015em;
      overflow-wrap: anywhere; }
    h2 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.35; }
    h2 code { font-size: 1em; }
    h3 { margin: 0 0 .5rem; font-size: .8125rem; color: var(--soft); font-weight: 600; }
    p { margin: .35rem 0; }
    small { color: var(--soft); font-size: .8125rem; }
    .hidden { position: absolute; left: -100vw; }
    .bad { color: var(--bad); }
    header { grid-area: header; position: sticky; top: 0; z-index: 1; display: flex;
      align-items: flex-start; gap: .5rem 2rem; flex-wrap: wrap; padding: .75rem 1.25rem;
      background: var(--ground); border-bottom: 1px solid var(--line); }
    header .name { margin: .2rem 0 0; font-size: 1.0625rem; font-weight: 700;
      letter-spacing: -.01em; width: 14rem; }
    header .name a { color: inherit; }
    header .name small { display: block; font-weight: 400; letter-spacing: 0;
      overflow-wrap: anywhere; }
    header .clock { flex: 1; min-width: 0; margin: 0; }
    .clock .now { margin: 0; }
    .clock time { font-size: 1.25rem; font-weight: 650; font-variant-numeric: tabular-nums;
      letter-spacing: -.01em; }
    .moves { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; align-items: center;
      margin-top: .35rem; }
    .moves > .label { margin-right: -.6rem; color: var(--soft); font-size: .8125rem; }
    .next { display: flex; align-items: center; gap: .5rem; }
    nav { grid-area: nav; padding: 1.25rem; background: var(--raised);
      border-right: 1px solid var(--line); }
    nav h2 { font-size: .8125rem; color: var(--soft); }
    nav ul { list-style: none; margin: 0 -.6rem 1rem; padding: 0; }
    nav li a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem;
      padding: .4rem .6rem; border-radius: 8px; color: inherit; overflow-wrap: anywhere; }
    nav li a:hover { background: var(--ground); text-decoration: none; }
    nav li a[aria-current] { background: var(--ground); box-shadow: 0 0 0 1px var(--line);
      font-weight: 600; }
    nav li small { font-weight: 400; }
    nav .new { border-top: 1px solid var(--line); padding-top: 1rem; }
    nav form.row { display: grid; gap: .6rem; }
    main { grid-area: main; max-width: 68rem; padding: 1.5rem 2rem 5rem; }
    main.alone { grid-column: 1 / -1; max-width: 34rem; padding-top: 12vh; margin: 0 auto; }
    section { margin-top: 1.75rem; }
    main > section { padding: 1.1rem 1.25rem 1.25rem; border: 1px solid var(--line);
      border-radius: 12px; }
    .who { display: grid; gap: .35rem; }
    .who .row { margin-top: .35rem; }
    .facts { color: var(--soft); margin: 0; }
    .lead { font-size: 1.0625rem; color: var(--soft); }
    .steps { padding-left: 1.25rem; }
    .steps li { margin: .4rem 0; }
    .empty { margin-top: 0; }
    .row { display: flex; flex-wrap: wrap; gap: .4rem .5rem; align-items: end; }
    .row > * { min-width: 0; max-width: 100%; }
    .moves .row { align-items: center; }
    .moves label span { color: var(--soft); font-size: .8125rem; }
    button, input, select, textarea { font-size: .875rem; min-height: 2.125rem;
      padding: .2rem .7rem; }
    input, select, textarea { background: var(--ground); width: 100%; }
    input[type=number] { width: 5rem; }
    select { width: auto; max-width: 100%; }
    button:hover { border-color: var(--soft); }
    button.primary { background: var(--strong); border-color: var(--strong); color: #ffffff; }
    label { display: grid; gap: .1rem; font-size: .8125rem; }
    .moves label { display: flex; align-items: center; gap: .4rem; }
    .sign-in { display: grid; gap: .75rem; margin-top: 1.25rem; }
    .note { margin: .6rem 0; padding: .5rem .8rem; border-radius: 8px; background: var(--calm);
      border-left: 4px solid var(--good); overflow-wrap: anywhere; }
    .note.refusal { background: var(--wash); border-left-color: var(--bad); }
    .state { display: inline-block; margin-left: .4rem; padding: .05rem .6rem; border-radius: 1rem;
      font-size: .8125rem; font-weight: 600; color: var(--word); background: var(--line); }
    .state.active { background: var(--paid); } .state.gracePeriod { background: var(--grace); }
    .state.billingRetry { background: var(--retry); } .state.revoked { background: var(--revoked); }
    .state.expired { color: var(--text); }
    figure { margin: 0 0 1rem; }
    svg { display: block; overflow: visible; }
    svg text { font-size: 11px; fill: var(--soft); }
    svg .word { fill: var(--word); font-weight: 600; pointer-events: none; }
    svg .later { fill: var(--text); }
    svg .future { pointer-events: none; }
    svg .axis, svg .tick { stroke: var(--line); }
    svg .bar { stroke: var(--ground); }
    svg .trial { fill: var(--trial); } svg .offer { fill: var(--offer); }
    svg .paid { fill: var(--paid); } svg .grace { fill: var(--grace); }
    svg .retry { fill: var(--retry); } svg .revoked { fill: var(--revoked); }
    svg .hatch { fill: var(--ground); opacity: .45; }
    svg .future { fill: var(--ground); opacity: .5; }
    svg .present { stroke: var(--text); stroke-width: 2; }
    svg .dot { fill: var(--text); stroke: var(--ground); stroke-width: 1.5; }
    svg .dot.lost { fill: var(--ground); stroke: var(--bad); stroke-width: 2.5; }
    figcaption { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin-top: .35rem;
      font-size: .8125rem; color: var(--soft); }
    .key { display: inline-flex; align-items: center; gap: .4rem; }
    .key i { width: .8rem; height: .8rem; border-radius: 3px; }
    .key .trial { background: var(--trial); } .key .offer { background: var(--offer); }
    .key .paid { background: var(--paid); } .key .grace { background: var(--grace); }
    .key .retry { background: var(--retry); } .key .revoked { background: var(--revoked); }
    .key .present { width: 2px; background: var(--text); }
    .key .dot { width: .6rem; height: .6rem; border-radius: 50%; background: var(--text); }
    .key .dot.lost { background: none; border: 2px solid var(--bad); }
    .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 2rem; }
    table { width: 100%; border-collapse: collapse; font-size: .875rem; }
    th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top;
      border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    thead th, thead td { border-top: 0; color: var(--soft); font-weight: 600;
      font-size: .8125rem; padding-top: 0; }
    tbody th { font-weight: 500; }
    .compared th:first-child { width: 7rem; color: var(--soft); }
    td.differs { color: var(--bad); background: var(--wash); font-weight: 600;
      padding-left: .5rem; }
    td.differs b { font-size: .75rem; text-decoration: underline; }
    .verdict { margin: 0 0 .5rem; font-weight: 600; }
    .verdict code { font-weight: 400; }
    .verdict.agrees { color: var(--good); } .verdict.differs { color: var(--bad); }
    table + .verdict { margin-top: .75rem; }
    .deeds label { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; }
    .deeds > form { margin-bottom: .5rem; }
    .sheet { max-width: 26rem; margin: 0 0 1rem; padding: .9rem 1rem; border-radius: 12px;
      background: var(--raised); border: 1px solid var(--line); overflow-wrap: anywhere; }
    .sheet .header { font-size: 1.125rem; font-weight: 650; line-height: 1.35; }
    .sheet .image { padding: 1.5rem .75rem; border: 1px dashed var(--line); border-radius: 8px;
      color: var(--soft); text-align: center; }
    .sheet ul { margin: .35rem 0; padding-left: 1.25rem; }
    .periods { list-style: none; margin: .5rem 0; padding: 0; }
    .periods li { padding: .5rem 0; border-top: 1px solid var(--line); }
    .periods form { margin: .35rem 0; }
    .products td:nth-child(2) { white-space: nowrap; width: 11rem; }
    .products th:first-child { width: 11rem; }
    .products tbody :is(th, td) { padding-top: .5rem; padding-bottom: .5rem; }
    .products tbody tr > :not(.sale) { line-height: 2.125rem; }
    .sale { padding-right: 0; }
    .offers { display: flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: start; }
    .offers > form:first-child { flex: 1; min-width: 12rem; display: flex; flex-wrap: wrap;
      gap: .4rem .75rem; align-items: start; }
    .offers button.primary { background: none; border-color: var(--link); color: var(--link);
      font-weight: 600; }
    .offers summary { padding: .4rem 0; }
    .offers details[open] { flex: 1 0 100%; }
    .offers > form:last-child:not(:first-child) button { color: var(--soft); }
    details > summary { cursor: pointer; color: var(--soft); font-size: .8125rem;
      padding: .25rem 0; }
    details > .row > label { flex: 1 1 14rem; }
    @media (max-width: 60rem) {
      body { display: block; }
      html { scroll-padding-top: 1rem; }
      header { position: static; padding: .75rem 1rem; }
      header .name { width: auto; flex: 1 0 100%; }
      nav { border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
      main { padding: 1.25rem 1rem 3rem; }
      main > section { padding: .9rem; }
      .moves button { padding: .2rem .55rem; }
      .compared { table-layout: fixed; }
      .compared th:first-child { width: 6rem; }
      .columns { grid-template-columns: minmax(0, 1fr); }
      button, input, select, textarea { font-size: 1rem; min-height: 2.75rem; }
      .products tr { display: grid; padding: .5rem 0; border-top: 1px solid var(--line); }
      .products thead { position: absolute; left: -100vw; }
      .products tbody :is(th, td) { width: auto; border: 0; padding: .1rem 0; }
      #sent thead { position: absolute; left: -100vw; }
      #sent tr { display: grid; padding: .4rem 0; border-top: 1px solid var(--line); }
      #sent td { border: 0; padding: 0; }
    }
    """
}

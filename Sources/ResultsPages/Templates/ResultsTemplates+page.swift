extension ResultsTemplates {
  /// One experiment. Values are `{{{name}}}`: each is escaped by ``EscapedText``.
  static let page = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>{{{word}}}: {{{title}}}</title>
    <style>{{> style}}</style>
    </head>
    <body>
    <a class="skip" href="#verdict">Skip to the verdict</a>
    <header>
    {{#session}}
    {{> session}}
    {{/session}}
    <h1>{{{title}}}</h1>
    <ul class="facts">{{#facts}}<li>{{{.}}}</li>{{/facts}}</ul>
    {{#asked}}<p class="asked">{{{.}}}</p>{{/asked}}
    </header>
    <main>
    <section id="verdict" class="verdict {{{tone}}}" aria-labelledby="sentence">
    <span class="mark" aria-hidden="true">{{{mark}}}</span>
    <p class="word">{{{word}}}</p>
    <h2 id="sentence">{{{sentence}}}</h2>
    <ul class="reasons">{{#reasons}}<li>{{{.}}}</li>{{/reasons}}</ul>
    {{#command}}<pre class="next" tabindex="0" aria-label="The command to run">{{{.}}}</pre>{{/command}}
    </section>
    <section class="sheet" aria-label="In short">
    <dl class="answers">
    {{#answers}}
    <div class="{{{tone}}}"><dt>{{{question}}}</dt><dd><b>{{{answer}}}</b>{{{detail}}}</dd></div>
    {{/answers}}
    </dl>
    </section>
    <section aria-labelledby="health">
    <h2 id="health">Health <small>{{{healthWords}}}</small></h2>
    <ul class="health">
    {{#health}}
    <li class="{{{tone}}}"><span class="state">{{{state}}}</span><b>{{{name}}}</b><span>{{{detail}}}</span></li>
    {{/health}}
    </ul>
    </section>
    {{#goal}}
    <section class="goal" aria-labelledby="goal">
    <h2 id="goal">Goal: {{{name}}} <small>{{{window}}}</small></h2>
    {{#doubt}}<p class="alert bad">{{{.}}}</p>{{/doubt}}
    <p class="note">{{{note}}}</p>
    {{> compared}}
    <div class="densities">
    {{#densities}}
    {{> density}}
    {{/densities}}
    </div>
    </section>
    {{/goal}}
    {{#effect}}
    <section aria-labelledby="effect">
    <h2 id="effect">{{{heading}}} <small>{{{unit}}}</small></h2>
    <p class="note">{{{note}}}</p>
    {{> curve}}
    </section>
    {{/effect}}
    {{#funnel}}
    <section aria-labelledby="funnel">
    <h2 id="funnel">Funnel <small>so far</small></h2>
    <p class="note">{{{note}}}</p>
    {{> funnel}}
    </section>
    {{/funnel}}
    {{#curve}}
    <section aria-labelledby="curve">
    <h2 id="curve">{{{heading}}} <small>{{{unit}}}</small></h2>
    <p class="note">{{{note}}}</p>
    {{> curve}}
    </section>
    {{/curve}}
    {{#guardrails}}
    <section aria-labelledby="guardrails">
    <h2 id="guardrails">Guardrails <small>{{{words}}}</small></h2>
    {{#metrics}}
    <h3>{{{name}}} <small>{{{window}}}</small></h3>
    {{> compared}}
    {{/metrics}}
    </section>
    {{/guardrails}}
    {{#secondary}}
    <section aria-labelledby="secondary">
    <h2 id="secondary">Other metrics <small>they decide nothing</small></h2>
    {{#metrics}}
    <h3>{{{name}}} <small>{{{window}}}</small></h3>
    {{> compared}}
    {{/metrics}}
    </section>
    {{/secondary}}
    {{#breakdowns}}
    <section aria-labelledby="breakdowns">
    <h2 id="breakdowns">Breakdowns</h2>
    {{#planned}}
    <h3>Planned</h3>
    <p class="note">{{{note}}}</p>
    {{#parts}}
    <h4>{{{name}}} <small>{{{words}}}</small></h4>
    {{> compared}}
    {{/parts}}
    {{/planned}}
    {{#exploratory}}
    <h3>Exploratory</h3>
    <p class="note">{{{note}}}</p>
    {{#parts}}
    <details><summary>{{{name}}} <small>{{{words}}}</small></summary>
    {{> compared}}
    </details>
    {{/parts}}
    {{/exploratory}}
    </section>
    {{/breakdowns}}
    {{#tables}}
    <section aria-labelledby="{{{id}}}">
    {{#open}}
    <h2 id="{{{id}}}">{{{title}}}</h2>
    {{#note}}<p class="note">{{{.}}}</p>{{/note}}
    {{> rows}}
    {{/open}}
    {{#folded}}
    <details><summary id="{{{id}}}">{{{title}}} <small>{{{words}}}</small></summary>
    {{#note}}<p class="note">{{{.}}}</p>{{/note}}
    {{> rows}}
    </details>
    {{/folded}}
    </section>
    {{/tables}}
    <section aria-labelledby="source">
    <h2 id="source">Where these numbers come from</h2>
    <dl class="source">
    {{#source}}
    <dt>{{{name}}}</dt><dd>{{{value}}}</dd>
    {{/source}}
    </dl>
    <p><a download="{{{fileName}}}" href="{{{csv}}}">Download the metrics as CSV</a></p>
    {{#excluded}}
    <h3>Left out, and why</h3>
    {{#any}}
    <table class="excluded">
    <thead><tr><th scope="col">Reason</th><th scope="col" class="number">How many</th></tr></thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{{name}}} <small>{{{why}}}</small></th><td class="number">{{{count}}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    {{/any}}
    {{#none}}<p class="note">{{{.}}}</p>{{/none}}
    {{#sensitivity}}<p class="note">{{{.}}}</p>{{/sensitivity}}
    {{/excluded}}
    {{#recompute}}
    <h3>Recompute it</h3>
    <p>{{{words}}}</p>
    <pre tabindex="0" aria-label="Commands to recompute the numbers">{{{commands}}}</pre>
    <details><summary>results.sql <small>{{{size}}}</small></summary>
    <pre tabindex="0" aria-label="SQL to recompute the numbers">{{{lines}}}</pre>
    </details>
    {{/recompute}}
    </section>
    </main>
    <footer><p>{{{footer}}}</p></footer>
    </body>
    </html>

    """

  /// Where a reader is signed in.
  static let session = """
    <nav aria-label="Pages"><a href="{{{home}}}">All experiments</a>
    <ul class="facts" aria-label="Whose purchases">{{#environments}}<li>{{#shown}}<b aria-current="true">{{{name}}}</b>{{/shown}}{{^shown}}<a href="{{{to}}}">{{{name}}}</a>{{/shown}}</li>{{/environments}}</ul>
    <form method="post" action="/sign-out"><button>Sign out</button></form></nav>
    """

  /// A metric: a row for each variant, with the interval of its difference.
  static let compared = """
    <table class="compared">
    <caption class="hidden">{{{caption}}}</caption>
    <thead><tr><th scope="col">{{{rowName}}}</th><th scope="col" class="number">People</th><th scope="col" class="number">{{{valueName}}}</th><th scope="col">Against {{{control}}}</th><th scope="col" class="plot">{{{intervalName}}}</th></tr></thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{#color}}<span class="key {{{.}}}" aria-hidden="true"></span>{{/color}}{{{name}}}{{#words}} <small>{{{.}}}</small>{{/words}}</th><td class="number" data-name="People">{{{people}}}</td><td class="number" data-name="{{{valueName}}}">{{{value}}}</td><td class="change {{{tone}}}" data-name="Against {{{control}}}">{{#change}}<b>{{{.}}}</b>{{/change}}{{#state}} <span class="pill">{{{.}}}</span>{{/state}}{{#interval}}<br><small>{{{.}}}</small>{{/interval}}</td><td class="plot {{{tone}}}">{{#plot}}{{> interval}}{{/plot}}</td></tr>
    {{/rows}}
    </tbody>
    {{#axis}}
    <tfoot><tr><td></td><td></td><td></td><td></td><td class="plot">{{> axis}}</td></tr></tfoot>
    {{/axis}}
    </table>
    """

  /// A table of texts; the first column names the row.
  static let rows = """
    <div class="wide"><table class="rows">
    <thead><tr>{{#columns}}<th scope="col">{{{.}}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#lines}}
    <tr>{{#cells}}<td>{{{.}}}</td>{{/cells}}</tr>
    {{/lines}}
    </tbody>
    </table></div>
    """

  static let interval = """
    <svg width="100%" height="34" role="img" aria-label="{{{label}}}"><line class="zero" x1="{{{zero}}}%" x2="{{{zero}}}%" y1="0" y2="34"/>{{#least}}<line class="least" x1="{{{.}}}%" x2="{{{.}}}%" y1="0" y2="34"/>{{/least}}<rect class="range" x="{{{from}}}%" width="{{{width}}}%" y="11" height="12" rx="4"/><circle class="point" cx="{{{at}}}%" cy="17" r="6"/></svg>
    """

  static let axis = """
    <svg width="100%" height="20" aria-hidden="true">{{#ticks}}<text x="{{{at}}}%" y="14" text-anchor="{{{anchor}}}">{{{text}}}</text>{{/ticks}}</svg>
    """

  /// What the truth may be: the part above zero is better.
  static let density = """
    <figure><svg width="100%" height="112" role="img" aria-label="{{{label}}}"><svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="86"><path class="worse" d="{{{worse}}}"/><path class="better" d="{{{better}}}"/></svg><line class="grid" x1="0%" x2="100%" y1="86" y2="86"/><line class="zero" x1="{{{zero}}}%" x2="{{{zero}}}%" y1="0" y2="90"/>{{#ticks}}<text x="{{{at}}}%" y="104" text-anchor="{{{anchor}}}">{{{text}}}</text>{{/ticks}}</svg>
    <figcaption><span class="key {{{color}}}" aria-hidden="true"></span>{{{words}}}</figcaption></figure>
    """

  static let funnel = """
    <table class="funnel">
    <thead><tr><th scope="col">Step</th><th scope="col" class="plot"><span class="hidden">Picture</span></th><th scope="col" class="number">People</th><th scope="col" class="number">Of shown</th><th scope="col" class="number">Of the step before</th></tr></thead>
    {{#steps}}
    <tbody>
    <tr class="step"><th scope="rowgroup" colspan="5">{{{name}}} <small>{{{words}}}</small></th></tr>
    {{#rows}}
    <tr class="same"><th scope="row" class="variant"><span class="key {{{color}}}" aria-hidden="true"></span>{{{name}}}</th><td class="plot"><svg width="100%" height="16" aria-hidden="true"><rect class="lane" width="100%" height="16" rx="3"/><rect class="bar {{{color}}}" width="{{{width}}}%" height="16" rx="3"/></svg></td><td class="number">{{{people}}}</td><td class="number">{{{share}}}</td><td class="number">{{{ofBefore}}}</td></tr>
    {{/rows}}
    </tbody>
    {{/steps}}
    </table>
    """

  static let curve = """
    <ul class="legend">{{#lines}}<li><span class="key {{{color}}}" aria-hidden="true"></span>{{{name}}}: {{{last}}}</li>{{/lines}}</ul>
    <figure><svg width="100%" height="260" role="img" aria-label="{{{label}}}">{{#grid}}<line class="grid" x1="0%" x2="100%" y1="{{{y}}}" y2="{{{y}}}"/>{{/grid}}{{#immature}}<rect class="immature" x="{{{from}}}%" width="{{{width}}}%" y="10" height="220"/><line class="immature-edge" x1="{{{from}}}%" x2="{{{from}}}%" y1="10" y2="230"/>{{/immature}}<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" y="10" width="100%" height="220">{{#lines}}{{#spread}}<path class="spread {{{color}}}" d="{{{.}}}"/>{{/spread}}<path class="line {{{color}}}" d="{{{path}}}"/>{{/lines}}</svg>{{#grid}}<text x="0%" y="{{{wordY}}}">{{{text}}}</text>{{/grid}}{{#immature}}<text class="immature-word" x="{{{wordAt}}}%" y="24" text-anchor="{{{anchor}}}">{{{words}}}</text>{{/immature}}{{#days}}<text x="{{{at}}}%" y="250" text-anchor="{{{anchor}}}">{{{text}}}</text>{{/days}}</svg></figure>
    <details class="figures"><summary>The same as a table</summary>
    <table>
    <thead><tr><th scope="col">Day</th>{{#lines}}<th scope="col" class="number">{{{name}}}</th><th scope="col" class="number">people</th>{{/lines}}</tr></thead>
    <tbody>
    {{#table}}
    <tr><th scope="row">{{{day}}}</th>{{#cells}}<td class="number">{{{value}}}</td><td class="number">{{{people}}}</td>{{/cells}}</tr>
    {{/table}}
    </tbody>
    </table>
    </details>
    """
}

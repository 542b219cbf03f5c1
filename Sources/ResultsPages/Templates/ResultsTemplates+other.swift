extension ResultsTemplates {
  /// All experiments, with persons and verdicts.
  static let list = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Results of experiments</title>
    <style>{{> style}}</style>
    </head>
    <body>
    <a class="skip" href="#experiments">Skip to the experiments</a>
    <header>
    {{> session}}
    <h1>Results of experiments</h1>
    <ul class="facts">{{#facts}}<li>{{{.}}}</li>{{/facts}}</ul>
    </header>
    <main id="experiments">
    {{#sections}}
    <section aria-labelledby="{{{id}}}">
    <h2 id="{{{id}}}">{{{name}}}</h2>
    <table class="compared list">
    <caption class="hidden">{{{name}}}</caption>
    <thead><tr><th scope="col">Experiment</th><th scope="col">Verdict</th><th scope="col" class="number">People</th><th scope="col">Running</th></tr></thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row"><a href="{{{address}}}">{{{title}}}</a><br><small>{{{words}}}</small></th><td class="change {{{tone}}}" data-name="Verdict"><span class="pill">{{{verdict}}}</span>{{#sentence}}<br><small>{{{.}}}</small>{{/sentence}}</td><td class="number" data-name="People">{{{people}}}</td><td data-name="Running">{{{running}}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </section>
    {{/sections}}
    {{^sections}}
    <section><h2>No experiment has begun</h2><p class="note">Start one with <code>paywall experiment start</code>.</p></section>
    {{/sections}}
    </main>
    </body>
    </html>

    """

  /// Takes a viewer or admin key.
  static let signIn = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Sign in: results of experiments</title>
    <style>{{> style}}</style>
    </head>
    <body>
    <main class="alone">
    <section>
    <h1>Results of experiments</h1>
    <p class="note">They show what people pay, so they ask for a key with the role viewer or admin; <code>paywall key create --role viewer --add</code> makes one.</p>
    {{#refusal}}<p class="alert bad" role="alert">{{{.}}}</p>{{/refusal}}
    {{#warning}}<p class="alert warn" role="note">{{{.}}}</p>{{/warning}}
    <form method="post" action="/sign-in">
    <input type="hidden" name="experiment" value="{{{experiment}}}">
    <label>Key <input name="key" type="password" autocomplete="current-password" required autofocus></label>
    <button class="primary">Sign in</button>
    </form>
    </section>
    </main>
    </body>
    </html>

    """

  /// Why there is no page.
  static let problem = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>{{{title}}}</title>
    <style>{{> style}}</style>
    </head>
    <body>
    <main class="alone">
    <section>
    <h1>{{{title}}}</h1>
    <p class="alert bad" role="alert">{{{detail}}}</p>
    {{#help}}<p class="note">{{{.}}}</p>{{/help}}
    {{#back}}<p><a href="/results">All experiments</a></p>{{/back}}
    </section>
    </main>
    </body>
    </html>

    """
}

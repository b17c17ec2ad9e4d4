import { pagePolicy, TICKET } from '../../core/http/page-parts.js';
import { escapeHtml } from '../../core/text/escape-html.js';

/** What the front page has to say. */
export interface FrontPage {
  readonly serverName: string;
  /** Under which everything is served: empty, or `/usher`. */
  readonly basePath: string;
  /** Undefined when it is unknown at the moment. */
  readonly setupDone: boolean | undefined;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f3ec; --card: #fffdf9; --line: #e2d9cb; --text: #2a241d; --quiet: #6a6054; --accent: #9a4f16; --good: #2f6b3c;
  font: 17px/1.6 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161310; --card: #1f1b17; --line: #3a332b; --text: #f0e9df; --quiet: #b3a798; --accent: #f0a662; --good: #86c993;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; grid-template-columns: minmax(0, 38rem);
  padding: 2rem 1rem; background: var(--ground); color: var(--text); }
header { display: flex; gap: 1rem; align-items: center; margin-bottom: 1.5rem; }
header svg { flex: none; width: 3rem; height: 3rem; fill: none; stroke: var(--accent); stroke-width: 1.4; stroke-linejoin: round; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
.lead { color: var(--quiet); margin: .15rem 0 0; }
.state { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--accent); border-radius: .6rem;
  padding: 1.25rem 1.4rem; }
.state.ready { border-left-color: var(--good); }
.state > :last-child { margin-bottom: 0; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .6rem; }
p { margin: 0 0 .9rem; }
code { font: .88em/1.6 ui-monospace, monospace; background: var(--ground); border-radius: .3rem; padding: .1rem .35rem;
  overflow-wrap: anywhere; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; margin: 0 0 .9rem;
  white-space: pre-wrap; }
pre code { background: none; padding: 0; }
`;

/** The one style that the page may use, as its Content-Security-Policy names it. */
export const FRONT_PAGE_CSP = pagePolicy(STYLE);

/** A small page without other files: it says whether setup is done and what comes next. */
export function renderFrontPage(page: FrontPage): string {
  const name = escapeHtml(page.serverName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
${TICKET}
<div>
<h1>${name}</h1>
<p class="lead">The front desk of this household’s media.</p>
</div>
</header>
${stateSection(page)}
</main>
</body>
</html>
`;
}

function stateSection({ setupDone, basePath }: FrontPage): string {
  if (setupDone === undefined)
    return `<section class="state">
<h2>One moment</h2>
<p>The server can’t read its database just now. Try again shortly.</p>
</section>`;
  if (setupDone)
    return `<section class="state ready">
<h2>Ready</h2>
<p>Setup is done. Give this server’s address to an app that works with it, and sign in there. If you have no account
yet, ask the person who runs the server for an invitation link.</p>
<p>For supervisors: <code>${basePath}/readyz</code> says whether everything is in order. For apps: the interface begins at
<code>${basePath}/api/auth/status</code>.</p>
</section>`;
  return `<section class="state">
<h2>Waiting for its first administrator</h2>
<p>Send the setup code, which the server printed when it started, with the name and the password that you choose:</p>
<pre><code>curl -X POST http://ADDRESS${basePath}/api/auth/setup \\
  -H 'Content-Type: application/json' \\
  -d '{"setup_code": "CODE", "username": "you",
       "password": "at least 8 characters"}'</code></pre>
<p>The README lists the next steps: connect a library, invite the family.</p>
</section>`;
}

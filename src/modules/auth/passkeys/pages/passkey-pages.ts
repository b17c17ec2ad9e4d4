import { readFileSync } from 'node:fs';
import { escapeHtml, pagePolicy, TICKET } from '../../../../core/http/page-parts.js';

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const STYLE = textOf('passkey-pages.css');
const SCRIPT = textOf('create-page.js');

/** What the page with the links may do: use its style. */
export const SETUP_PAGE_CSP = pagePolicy(STYLE);

/** What the page that registers may do: run its script, use its style, call this server. */
export const CREATE_PAGE_CSP = pagePolicy(STYLE, SCRIPT);

interface Page {
  readonly title: string;
  readonly serverName: string;
  /** Under which everything is served: empty, or `/usher`. */
  readonly basePath: string;
}

/** Where the page with the links leads. */
export interface SetupPage extends Omit<Page, 'title'> {
  /** At which people have reached the server, without the base path. */
  readonly origin: string;
  /** As `safeReturn` has let it through. */
  readonly returnTo: string | null;
}

/** GET /passkeys/setup: opens the app, or the place where passkeys are made in a browser. */
export function renderSetupPage({ origin, returnTo, ...page }: SetupPage): string {
  const base = origin + page.basePath;
  const back = returnTo === null ? '' : `&return=${encodeURIComponent(returnTo)}`;
  const app = `usher://passkeys?server=${encodeURIComponent(base)}${back}`;
  return render(
    { ...page, title: 'Set up a passkey' },
    `<p>A passkey signs you in with your fingerprint, your face or the PIN of your device, in place of a password.</p>
<p><a class="button" href="${escapeHtml(app)}">Open the app</a></p>
<p><a class="button second" href="${escapeHtml(`${base}/settings/passkeys/new`)}">Go on in this browser</a></p>
<p>You need to be signed in there.</p>`,
  );
}

/** GET /passkeys/create: registers one passkey by the token in its address. */
export function renderCreatePage(page: Omit<Page, 'title'>): string {
  return render(
    { ...page, title: 'Create a passkey' },
    `<noscript><p>This page needs JavaScript to talk to your device.</p></noscript>
<form>
<p>A passkey signs you in with your fingerprint, your face or the PIN of your device, in place of a password.</p>
<label>Name of this passkey
<input name="name" maxlength="100" autocomplete="off" placeholder="For example: my phone"></label>
<button type="submit">Create the passkey</button>
</form>
<p id="state" role="status"></p>`,
    `<script>${SCRIPT}</script>\n`,
  );
}

function render({ title, serverName, basePath }: Page, content: string, script = ''): string {
  const name = escapeHtml(serverName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main data-base="${escapeHtml(basePath)}">
<header>
${TICKET}
<div>
<h1>${title}</h1>
<p class="lead">${name}</p>
</div>
</header>
<section class="card">
${content}
</section>
</main>
${script}</body>
</html>
`;
}

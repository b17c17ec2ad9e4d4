import { escapeHtml } from '../../core/http/page-parts.js';

/** Markup can come from Svelte's templates alone, and the address of a worker from ours alone. */
export const APP_PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html usher-worker',
].join('; ');

/** The worker keeps our own files, and shows our own picture beside messages. The policy of a page doesn't hold for it. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'; img-src 'self'";

interface PageOf {
  /** Under which everything is served: empty, or `/usher`. */
  readonly basePath: string;
  readonly serverName: string;
}

/** The build writes addresses that begin with `./`, and a page lies at any depth. Scripts read the base path from a `<meta>`. */
export function appPage(html: string, { basePath, serverName }: PageOf): string {
  return html
    .replaceAll(/(?<= (?:src|href)=")\.\//g, () => `${basePath}/`)
    .replace('<meta name="base-path" content="" />', () => `<meta name="base-path" content="${basePath}" />`)
    .replace(/(?<=<title>)[^<]*(?=<\/title>)/, () => escapeHtml(serverName));
}

/** The interface works without the build of the web app. */
export function missingAppPage({ serverName }: PageOf): string {
  const name = escapeHtml(serverName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${name}</title>
</head>
<body>
<main>
<h1>${name}</h1>
<p>The web app isn’t built yet. Run <code>npm run build</code> in the server’s folder and start the server again.</p>
</main>
</body>
</html>
`;
}

/** Its id tells this server from others on the host. Addresses of icons and shortcuts are relative, and stay. */
export function appManifest(json: string, { basePath, serverName }: PageOf): string {
  const root = `${basePath}/`;
  const own = { name: serverName, short_name: serverName, id: root, scope: root, start_url: root };
  return JSON.stringify({ ...(JSON.parse(json) as object), ...own });
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { routeLines } from '../../src/app/routes/print-routes.js';

const LEDGER = fileURLToPath(new URL('../../../shared/spec/routes.tsv', import.meta.url));

/** Served beside the ledger, each for a reason. */
const EXTRAS = [
  // The ledger leaves paths outside of /api to the embedded web app.
  'GET /',
  // Issue 24: posting again by hand.
  'POST /api/admin/chat-notifications/recent/:id/repost',
  // Issue 46: a token is tried before it is saved.
  'POST /api/admin/credentials/test',
  // What the web app needs of administrators: background jobs.
  'GET /api/admin/jobs',
  'POST /api/admin/jobs/:name/run',
  // Issue 46: the server's log.
  'GET /api/admin/log',
  'GET /api/admin/log/download',
  // Issue 24: channels beside the chat.
  'GET /api/admin/notification-channels',
  'POST /api/admin/notification-channels',
  'DELETE /api/admin/notification-channels/:id',
  'PUT /api/admin/notification-channels/:id',
  'POST /api/admin/notification-channels/:id/test',
  // Issue 46: the limits of all people.
  'GET /api/admin/users/limits',
  // Issue 46: browsing by runtime and network, which the documents' routes drop.
  'GET /api/discover/movies/filtered',
  'GET /api/discover/tv/filtered',
  // What the interface is, for programs and for people.
  'GET /api/docs',
  'GET /api/docs/:module',
  'GET /api/docs/explorer.css',
  // What the web app needs: devices and sessions of browsers, pictures, and where requests are.
  'GET /api/me/devices',
  'DELETE /api/me/devices/:deviceID',
  // Issue 46: where several titles can be watched.
  'GET /api/media-servers/watch/many',
  // Issue 46: a collection of films, and the episodes of a season.
  'GET /api/media/collections/:id',
  'GET /api/media/tv/:id/episodes',
  // Issue 24: titles that people follow.
  'GET /api/notifications/follows',
  'DELETE /api/notifications/follows/:mediaType/:tmdbId',
  'PUT /api/notifications/follows/:mediaType/:tmdbId',
  // Issue 24: the key that browsers subscribe with.
  'GET /api/notifications/web-push',
  'GET /api/openapi.json',
  'GET /api/pictures/books/*path',
  'GET /api/pictures/lists/:host/*path',
  'GET /api/pictures/music/:music_id',
  'GET /api/pictures/tmdb/:size/:file',
  'GET /api/requests/:id/timeline',
  'GET /api/requests/statuses',
  // Issue 46: titles in the reader's language.
  'GET /api/titles/words',
  'DELETE /api/web/session',
  'POST /api/web/session',
  'POST /api/web/session/refresh',
  // What supervisors of containers ask by custom; GET /api/health is the ledger's own.
  'GET /healthz',
  // Doc 3 section 10, METRICS_TOKEN.
  'GET /metrics',
  'GET /readyz',
];

/** Served to fewer than the ledger names, each for a reason. */
const NARROWED: ReadonlyMap<string, string> = new Map([
  // Issue 43 A1: a child sheds no limit by another account at a provider.
  ['DELETE /api/auth/hub/identities', 'kids-denied session'],
  ['DELETE /api/auth/oidc/identities', 'kids-denied session'],
]);

const served = routeLines().map((line) => line.split('\t') as [string, string, string, string]);
const keyOf = ([method, path]: readonly string[]): string => `${method} ${path}`;

/** The rows below the head line: method, path, access, permission and more. */
function rowsOfLedger(): string[][] {
  const [, ...lines] = readFileSync(LEDGER, 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

describe('the ledger of routes', () => {
  const ledger = new Map(rowsOfLedger().map((row) => [keyOf(row), row]));

  it('knows every served route but the named extras', () => {
    expect(served.map(keyOf).filter((key) => !ledger.has(key))).toEqual(EXTRAS);
  });

  it.each(served.filter((route) => ledger.has(keyOf(route))))(
    '%s %s is served to those whom the ledger names: %s, %s',
    (method, path, access, permission) => {
      const [, , expectedAccess, expectedPermission] = ledger.get(keyOf([method, path])) ?? [];
      // A route for administrators asks for no permission of its own: for the one that all of them hold.
      const own = expectedAccess === 'admin' && expectedPermission === '-' ? 'admin:*' : expectedPermission;
      const narrowed = NARROWED.get(keyOf([method, path])) ?? expectedAccess;
      expect({ access, permission }).toEqual({ access: narrowed, permission: own });
    },
  );
});

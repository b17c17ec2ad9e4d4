import { OidcIdentitiesRepository, HubIdentitiesRepository } from '../../../src/modules/users/users.public.js';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, type WriteTx } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { OutboxRepository } from '../../../src/modules/notifications/outbox/outbox.repository.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { BoxesRepository } from '../../../src/modules/setbox/boxes/boxes.repository.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { HUB_ACCOUNT_LINKS } from '../../../src/modules/instances/instances.public.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import { rowsOf } from '../../harness/database-inspection.js';
import { AudiobookshelfFake } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import type { App, Session } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';
import { BookHousehold, TOKEN } from '../bookcatalog/book-household.js';
import { SeriesHousehold } from '../requests/series-household.js';

/** A household with everything that the privileged routes change, and eve, an administrator whose rights end. */
interface World {
  readonly books: BookHousehold;
  readonly requests: SeriesHousehold;
  readonly eve: Session;
  readonly jellyfin: JellyfinFake;
  /** The instance of it. */
  readonly mediaServerId: string;
  readonly audiobookshelf: AudiobookshelfFake;
  readonly audiobookServerId: string;
}

/** A call that changes something each time the right is valid; made ready before it. */
type Prepared = (by: HttpClient) => Promise<Answer>;
type Case = (world: World) => Promise<Prepared> | Prepared;

const MATCH = { mode: 'paused' };
const POLICY = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' };

/** A new account that is nobody else's. */
const people = { count: 0 };
const someone = (world: World): Promise<Session> => world.books.app.invite(`person ${(people.count += 1)}`);

const TOPIC = { name: 'Phones', format: 'ntfy', url: 'https://ntfy.example/films', enabled: false };

/** The path of a channel of its own. */
async function channel({ books }: Parameters<Case>[0]): Promise<string> {
  const { body } = await books.admin.post('/api/admin/notification-channels', TOPIC);
  return `/api/admin/notification-channels/${(body as { readonly id: string }).id}`;
}

/** The path of a set-top box of its own. */
async function box({ books: { app } }: World): Promise<string> {
  const id = String((boxes.count += 1)).padStart(48, '0');
  const paired = { id, name: 'Den', address: '10.0.0.40', identifier: `BOX-${id}`, credentials: Secret.of('planted') };
  await app.get(Database).write((tx) => app.get(BoxesRepository).add(tx, { ...paired, createdAt: app.clock.now() }));
  return `/api/setboxes/${id}`;
}
const boxes = { count: 0 };

/** The id of a post that has failed, and tells of nothing any more. */
async function failedPost({ books: { app, admin } }: World): Promise<number> {
  const webhook_url = 'https://discord.com/api/webhooks/900000000000000030/planted';
  const events = { request_pending: false, issue_created: true };
  await admin.put('/api/admin/chat-notifications', { enabled: true, webhook_url, events });
  const message = { destination: 'chat', event: 'issue_created', actorId: null, subject: {} };
  return app.get(Database).write(async (tx) => {
    await app.get(OutboxRepository).add(tx, message, app.clock.now());
    const [row] = await app.get(OutboxRepository).recent(tx, 'chat', 1);
    await app.get(OutboxRepository).change(tx, row?.id ?? 0, { status: 'failed', nextAttemptAt: null });
    return row?.id ?? 0;
  });
}

const fixed =
  (method: 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Case =>
  () =>
  (by) =>
    by.request(method, path, { body });

const forAna =
  (method: 'PUT' | 'POST' | 'PATCH' | 'DELETE', rest: string, body?: object): Case =>
  ({ requests }) =>
  (by) =>
    by.request(method, `/api/admin/users/${requests.ana.userId}${rest}`, { body });

const film = async ({ requests }: World, approval: boolean): Promise<number> => {
  const id = (films.next += 1);
  requests.app.tmdb.given.film({ id, title: `Film ${id}` });
  requests.app.radarr.given.catalog([{ tmdbId: id, title: `Film ${id}`, year: 2024 }]);
  await requests.admin.put('/api/admin/request-settings', { require_approval: approval });
  return requests.requestOf(requests.ana, id, { media_type: 'movie' });
};
const films = { next: 995_000 };

/** A request for a film that waits for approval. */
const onRequest =
  (path: (id: number, tmdbId: number) => string, method: 'POST' | 'DELETE' = 'POST', body?: object): Case =>
  async (world) => {
    const id = await film(world, true);
    return (by) => by.request(method, path(id, films.next), { body });
  };

const another = async ({ books }: World): Promise<string> => {
  const { url, apiKey } = books.app.radarr;
  const input = { service_type: 'movie_manager', name: 'More films', url, api_key: apiKey };
  const { body } = await books.admin.post('/api/instances', input);
  return (body as { id: string }).id;
};

const seriesMatch = async ({ requests }: World): Promise<{ readonly path: string; readonly revision: string }> => {
  const path = `/api/admin/tv-matches/${requests.show().tmdbId}`;
  const { match } = (await requests.admin.get(path)).body as { match: { revision: string } };
  return { path, revision: match.revision };
};

const repairable = async (world: World): Promise<Prepared> => {
  const { requests } = world;
  const [show, other] = [requests.show(), requests.show()];
  const id = await requests.held(show.tmdbId, { seasons: [1] });
  const path = `/api/admin/tv-matches/${show.tmdbId}`;
  const revision = async (): Promise<string> =>
    ((await requests.admin.get(path)).body as { match: { revision: string } }).match.revision;
  const input = { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1 } };
  await requests.admin.put(path, { revision: await revision(), ...input });
  const body = { revision: await revision() };
  return (by) => by.post(`/api/admin/requests/${id}/repair-tv-match`, body);
};

const failedImport = async (world: World): Promise<Prepared> => {
  const id = await film(world, true);
  const stopped = { state: 'attention', code: 'import_failed', nextAttemptAt: null } as const;
  await world.books.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, stopped));
  return (by) => by.post(`/api/admin/requests/${id}/wait`);
};

/** Somebody new, a new account on the media server, and where the one is linked with the other. */
const accountThere = async (world: World): Promise<{ readonly path: string; readonly body: object }> => {
  const { userId } = await someone(world);
  const { id } = world.jellyfin.given.account({ name: `account ${userId}` });
  const path = `/api/admin/users/${userId}/media-servers/${world.mediaServerId}/account`;
  return { path, body: { remote_user_id: id } };
};

/** Every route that needs an administrator or a tool's key, and changes something. */
const CHANGES: Readonly<Record<string, Case>> = {
  'POST /api/admin/connect-token': () => {
    const body = { name: 'somebody new', server_url: 'https://home.example' };
    return (by) => by.post('/api/admin/connect-token', body);
  },
  'DELETE /api/admin/connect-tokens/:id': async ({ books }) => {
    await books.admin.post('/api/admin/connect-token', { name: 'a guest', server_url: 'https://home.example' });
    const [pending] = (await books.admin.get('/api/admin/connect-tokens')).body as readonly { id: string }[];
    return (by) => by.delete(`/api/admin/connect-tokens/${pending?.id ?? ''}`);
  },
  'DELETE /api/admin/devices/:deviceID': async (world) => {
    const { deviceId } = await someone(world);
    return (by) => by.delete(`/api/admin/devices/${deviceId}`);
  },
  'PATCH /api/admin/users/:userID': async (world) => {
    const { userId } = await someone(world);
    return (by) => by.patch(`/api/admin/users/${userId}`, { role: 'admin' });
  },
  'PATCH /api/admin/users/:userID/auth-methods': forAna('PATCH', '/auth-methods', { password_enabled: true }),
  'PUT /api/admin/users/:userID/ai-access': forAna('PUT', '/ai-access', { shared_ai_enabled: true }),
  'PUT /api/admin/oidc': () => {
    const body = { issuer: 'https://id.example', client_id: 'usher', label: `Label ${(people.count += 1)}` };
    return (by) => by.put('/api/admin/oidc', body);
  },
  'DELETE /api/admin/users/:userID/oidc': async (world) => {
    const { userId } = await someone(world);
    const { app } = world.books;
    const identity = { issuer: 'https://id.example', subject: `subject ${userId}`, userId, createdAt: app.clock.now() };
    await app.get(Database).write((tx) => app.get(OidcIdentitiesRepository).add(tx, identity));
    return (by) => by.delete(`/api/admin/users/${userId}/oidc`, { issuer: identity.issuer });
  },
  'DELETE /api/admin/users/:userID': async (world) => {
    const { userId } = await someone(world);
    return (by) => by.delete(`/api/admin/users/${userId}`);
  },
  'PUT /api/admin/users/:userID/content-policy': async (world) => {
    const { userId } = await someone(world);
    return (by) => by.put(`/api/admin/users/${userId}/content-policy`, POLICY);
  },
  'DELETE /api/admin/users/:userID/content-policy': async (world) => {
    const path = `/api/admin/users/${(await someone(world)).userId}/content-policy`;
    await world.books.admin.put(path, POLICY);
    return (by) => by.delete(path);
  },
  'PUT /api/admin/users/:userID/default-instances': ({ requests }) => {
    const body = { tv_manager: requests.library };
    return (by) => by.put(`/api/admin/users/${requests.ana.userId}/default-instances`, body);
  },
  'PUT /api/admin/users/:userID/instance-grants': async (world) => {
    const [{ userId }, id] = [await someone(world), await another(world)];
    await world.books.admin.put(`/api/admin/users/${userId}/instance-grants`, { movie_manager: [] });
    return (by) => by.put(`/api/admin/users/${userId}/instance-grants`, { movie_manager: [id] });
  },
  'PUT /api/admin/external-address': fixed('PUT', '/api/admin/external-address', { external_url: 'https://a.example' }),
  'PUT /api/admin/chat-notifications': fixed('PUT', '/api/admin/chat-notifications', { username: 'Library' }),
  'DELETE /api/admin/chat-notifications': async ({ books }) => {
    const webhook_url = 'https://discord.com/api/webhooks/900000000000000030/planted';
    await books.admin.put('/api/admin/chat-notifications', { webhook_url });
    return (by) => by.delete('/api/admin/chat-notifications');
  },
  'POST /api/admin/chat-notifications/recent/:id/repost': async (world) => {
    const id = await failedPost(world);
    return async (by) => {
      const answer = await by.post(`/api/admin/chat-notifications/recent/${id}/repost`);
      await world.books.app.get(JobRunner).runNow(SENDING_JOB);
      await world.books.app.get(OutboxWorkerJob).idle();
      return answer;
    };
  },
  'PATCH /api/setboxes/:id': async (world) => {
    const path = await box(world);
    return (by) => by.patch(path, { name: 'Loft', address: '10.0.0.41' });
  },
  'DELETE /api/setboxes/:id': async (world) => {
    const path = await box(world);
    return (by) => by.delete(path);
  },
  'PUT /api/setboxes/:id/grants': async (world) => {
    const path = await box(world);
    return (by) => by.put(`${path}/grants`, { user_ids: [world.requests.ana.userId] });
  },
  'POST /api/admin/notification-channels': fixed('POST', '/api/admin/notification-channels', TOPIC),
  'PUT /api/admin/notification-channels/:id': async (world) => {
    const path = await channel(world);
    return (by) => by.put(path, { name: 'Handsets' });
  },
  'DELETE /api/admin/notification-channels/:id': async (world) => {
    const path = await channel(world);
    return (by) => by.delete(path);
  },
  'PUT /api/admin/outbound-proxy': async ({ books }) => {
    await books.admin.put('/api/admin/outbound-proxy', { url: 'http://proxy.example:3128' });
    return (by) => by.put('/api/admin/outbound-proxy', { url: '' });
  },
  'PUT /api/admin/discovery-settings': fixed('PUT', '/api/admin/discovery-settings', { english_only: false }),
  'PUT /api/admin/credentials': ({ books }) => {
    const body = { tmdb_access_token: books.app.tmdb.token };
    return (by) => by.put('/api/admin/credentials', body);
  },
  'DELETE /api/admin/credentials/:key': async ({ books }) => {
    await books.admin.put('/api/admin/credentials', { tmdb_access_token: books.app.tmdb.token });
    return (by) => by.delete('/api/admin/credentials/tmdb_access_token');
  },
  'PUT /api/admin/setup-status/skips': fixed('PUT', '/api/admin/setup-status/skips', {
    key: 'movie_manager',
    skipped: true,
  }),
  'PUT /api/admin/hub-auth': fixed('PUT', '/api/admin/hub-auth', { enabled: true, auto_create: true }),
  'POST /api/admin/hub-auth/confirm': async (world) => {
    const { userId } = await someone(world);
    const link = { userId, hubAccountId: String(userId), email: '', hubUsername: 'a', servers: [{ instanceId: 'a' }] };
    const review = async () => [{ ...link, reason: null }];
    world.books.app.get(PortRegistry).register(HUB_ACCOUNT_LINKS, { review, addSignUp: async () => undefined });
    const mappings = [{ user_id: userId, hub_account_id: userId }];
    return (by) => by.post('/api/admin/hub-auth/confirm', { mappings });
  },
  'DELETE /api/admin/users/:userID/hub': async (world) => {
    const { userId } = await someone(world);
    const identity = { hubAccountId: String(userId), userId, email: '', username: '', createdAt: 0 };
    const { app } = world.books;
    await app.get(Database).write((tx) => app.get(HubIdentitiesRepository).add(tx, identity));
    return (by) => by.delete(`/api/admin/users/${userId}/hub`);
  },
  'POST /api/admin/compat-api': fixed('POST', '/api/admin/compat-api'),
  'DELETE /api/admin/compat-api': fixed('DELETE', '/api/admin/compat-api'),
  'PUT /api/admin/downloads/settings': fixed('PUT', '/api/admin/downloads/settings', { user_scope: 'mine' }),
  'PUT /api/admin/push-notifications': fixed('PUT', '/api/admin/push-notifications', { enabled: false }),
  'POST /api/instances': ({ books }) => {
    const { url, apiKey } = books.app.radarr;
    const input = { service_type: 'movie_manager', name: 'Films of eve', url, api_key: apiKey };
    return (by) => by.post('/api/instances', input);
  },
  'PUT /api/instances/:instanceID': async (world) => {
    const id = await another(world);
    const { url } = world.books.app.radarr;
    return (by) => by.put(`/api/instances/${id}`, { name: 'Theirs', url });
  },
  'DELETE /api/instances/:instanceID': async (world) => {
    const id = await another(world);
    return (by) => by.delete(`/api/instances/${id}`);
  },
  'PATCH /api/instances/:instanceID/assignments': async (world) => {
    const id = await another(world);
    const body = { action: 'remove', user_ids: [world.requests.ana.userId] };
    await world.requests.assign(id, 'add', world.requests.ana);
    return (by) => by.patch(`/api/instances/${id}/assignments`, body);
  },
  'PUT /api/instances/:instanceID/users': async (world) => {
    const id = await another(world);
    await world.requests.assign(id, 'add', world.requests.ana);
    return (by) => by.put(`/api/instances/${id}/users`, { user_ids: [world.requests.ana.userId] });
  },
  'PUT /api/instances/:instanceID/grant-users': async (world) => {
    const id = await another(world);
    await world.requests.assign(id, 'add', world.requests.ana);
    return (by) => by.put(`/api/instances/${id}/grant-users`, { user_ids: [] });
  },
  'PUT /api/instances/:instanceID/bookcatalog': ({ books }) => {
    return (by) => by.put(books.path(), { token: TOKEN });
  },
  'DELETE /api/instances/:instanceID/bookcatalog': async ({ books }) => {
    await books.connect();
    return (by) => by.delete(books.path());
  },
  'POST /api/instances/:instanceID/bookcatalog/apply': async ({ books }) => {
    await books.connect();
    const { connection_id } = (await books.status()).body as { connection_id: string };
    const instances = [{ instance_id: await books.another('More books'), revision: 0 }];
    return (by) => by.post(books.path('/apply'), { connection_id, instances });
  },
  'POST /api/instances/:instanceID/webhook': async (world) => {
    const id = await another(world);
    return (by) => by.post(`/api/instances/${id}/webhook`);
  },
  'POST /api/admin/media-servers/:instanceID/import': ({ jellyfin, mediaServerId }) => {
    const { id } = jellyfin.given.account({ name: `imported ${(people.count += 1)}` });
    const body = { remote_user_ids: [id], server_url: 'https://home.example' };
    return (by) => by.post(`/api/admin/media-servers/${mediaServerId}/import`, body);
  },
  'PUT /api/admin/users/:userID/media-servers/:instanceID/account': async (world) => {
    const { path, body } = await accountThere(world);
    return (by) => by.put(path, body);
  },
  'DELETE /api/admin/users/:userID/media-servers/:instanceID/account': async (world) => {
    const { path, body } = await accountThere(world);
    await world.books.admin.put(path, body);
    return (by) => by.delete(path);
  },
  'PATCH /api/admin/users/:userID/media-servers/:instanceID/account/management': async (world) => {
    const { path, body } = await accountThere(world);
    await world.books.admin.put(path, body);
    return (by) => by.patch(`${path}/management`, { manage_access: true });
  },
  'PUT /api/admin/instances/:instanceID/media-access': async (world) => {
    const { userId } = await someone(world);
    const policies = { [String(userId)]: { mode: 'all' } };
    return (by) => by.put(`/api/admin/instances/${world.audiobookServerId}/media-access`, { policies });
  },
  'POST /api/admin/requests/:id/approve': onRequest((id) => `/api/admin/requests/${id}/approve`),
  'POST /api/admin/requests/:id/deny': onRequest((id) => `/api/admin/requests/${id}/deny`),
  'POST /api/admin/requests/:id/wait': failedImport,
  'PUT /api/admin/request-settings': fixed('PUT', '/api/admin/request-settings', { allow_quality_choice: true }),
  'PUT /api/admin/users/:userID/request-settings': forAna('PUT', '/request-settings', { require_approval: true }),
  'PUT /api/admin/request-quotas': fixed('PUT', '/api/admin/request-quotas', {
    allowances: [{ media_type: 'movie', count: 500, window_days: 7 }],
  }),
  'PUT /api/admin/users/:userID/request-quotas': forAna('PUT', '/request-quotas', {
    allowances: [{ media_type: 'movie', count: 400, window_days: 7 }],
  }),
  'POST /api/admin/users/:userID/request-quotas/reset': forAna('POST', '/request-quotas/reset', {
    allowances: [{ media_type: 'movie' }],
  }),
  'PUT /api/admin/tv-matches/:tmdb_id': async (world) => {
    const { path, revision } = await seriesMatch(world);
    return (by) => by.put(path, { revision, ...MATCH });
  },
  'DELETE /api/admin/tv-matches/:tmdb_id': async (world) => {
    const { path, revision } = await seriesMatch(world);
    await world.requests.admin.put(path, { revision, ...MATCH });
    return (by) => by.delete(path);
  },
  'POST /api/admin/requests/:id/repair-tv-match': repairable,
  'DELETE /api/v1/request/:id': onRequest((id) => `/api/v1/request/${id}`, 'DELETE'),
  'POST /api/v1/request/:id/approve': onRequest((id) => `/api/v1/request/${id}/approve`),
  'POST /api/v1/request/:id/decline': onRequest((id) => `/api/v1/request/${id}/decline`),
  'DELETE /api/v1/media/:mediaId': onRequest((_, tmdbId) => `/api/v1/media/${tmdbId * 2}`, 'DELETE'),
};

/** Routes of this kind that write nothing, with what they do instead. */
const NO_WRITE: Readonly<Record<string, string>> = {
  'POST /api/admin/outbound-proxy/test': 'dials',
  'POST /api/admin/credentials/test': 'asks the provider',
  'POST /api/admin/chat-notifications/test': 'posts a test',
  'POST /api/admin/notification-channels/:id/test': 'sends a test',
  'POST /api/setboxes/discover': 'asks the helper',
  'POST /api/setboxes/:id/check': 'asks the helper; what it notes of the box is no right of theirs',
  'POST /api/setboxes/pairings': 'begins a pairing that is kept in memory',
  'POST /api/setboxes/pairings/:id/complete':
    'writes once the box has taken the PIN: test/e2e/setbox/pairing proves it',
  'DELETE /api/setboxes/pairings/:id': 'ends a pairing that is kept in memory',
  'POST /api/admin/jobs/:name/run': 'starts what the server does by itself anyway',
  'POST /api/admin/users/:userID/test-push': 'asks the gateway; what it forgets is no right of theirs',
  'POST /api/admin/oidc/validate': 'asks the provider',
  'POST /api/admin/oidc/test': 'begins a sign-in that is kept in memory',
  'POST /api/instances/test': 'dials',
  'POST /api/instances/hub/link/begin': 'begins a link that is kept in memory',
  'POST /api/instances/hub/link/check': 'goes on with a link that is kept in memory',
  'POST /api/instances/hub/servers': 'dials',
  'POST /api/instances/media-server/libraries': 'dials',
  'POST /api/instances/:instanceID/bookcatalog/device/begin': 'begins a sign-in that is kept in memory',
  'DELETE /api/instances/:instanceID/bookcatalog/device/:flowID': 'ends a sign-in that is kept in memory',
  'POST /api/downloads/:instanceID/pause': 'asks the download client',
  'POST /api/downloads/:instanceID/resume': 'asks the download client',
  'POST /api/downloads/:instanceID/queue/:itemID/pause': 'asks the download client',
  'POST /api/downloads/:instanceID/queue/:itemID/resume': 'asks the download client',
  'DELETE /api/downloads/:instanceID/queue/:itemID': 'asks the download client',
  'POST /api/v1/settings/jobs/availability-sync/run': 'drops what libraries were read to hold',
  'ANY /api/v1/*path': 'answers 404',
};

describe('security 12: a right is judged inside the write that uses it', () => {
  let world: World;

  beforeAll(async () => {
    const books = await BookHousehold.open();
    const library = await books.app.connectSonarr(books.admin);
    await books.app.connectRadarr(books.admin);
    const ana = await books.app.invite('ana');
    // The ratings of all countries are kept once they were asked for.
    await books.admin.get('/api/admin/certifications');
    const requests = new SeriesHousehold(books.app, books.admin, ana, library);
    const jellyfin = await new JellyfinFake({ apiKey: 'planted-jellyfin-key' }).start();
    const input = { service_type: 'video_server_a', name: 'Films', url: jellyfin.url, api_key: jellyfin.apiKey };
    const { id: mediaServerId } = (await books.admin.post('/api/instances', input)).body as { id: string };
    const audiobookshelf = await new AudiobookshelfFake({ apiKey: 'planted-audiobook-key' }).start();
    const { url } = audiobookshelf;
    const listening = { service_type: 'audiobook_server', name: 'Audiobooks', url, api_key: 'planted-audiobook-key' };
    const { id: audiobookServerId } = (await books.admin.post('/api/instances', listening)).body as { id: string };
    const servers = { jellyfin, mediaServerId, audiobookshelf, audiobookServerId };
    world = { books, requests, eve: await books.administrator('eve'), ...servers };
  });

  afterAll(async () => {
    await world.books.close();
    await world.jellyfin.stop();
    await world.audiobookshelf.stop();
  });

  const database = (): Database => world.books.app.get(Database);
  const role = (role: 'admin' | 'user') => (tx: WriteTx) => tx.update(UserRow, { id: world.eve.userId }, { role });
  /** Everything that is stored, but for eve's account and when devices were last seen. */
  const stored = async (): Promise<unknown> => {
    // What has happened to requests and at the hub is taken by the server meanwhile.
    const {
      users = [],
      devices = [],
      request_events: _taken,
      hub_events: _takenToo,
      ...others
    } = await database().read(rowsOf);
    const people = users.filter(({ id }) => id !== world.eve.userId);
    return { ...others, people, devices: devices.map(({ last_seen_at: _, ...device }) => device) };
  };
  const callerOf = (key: string): Promise<HttpClient> | HttpClient =>
    key.includes(' /api/v1/') ? KeyClient.issuedBy(world.books.app, world.eve) : world.eve;

  it.each(Object.entries(CHANGES))(
    '%s changes nothing once it has ended, and is done while it is valid',
    async (key, prepare) => {
      const call = await prepare(world);
      const by = await callerOf(key);
      await world.books.app.deliver();
      await world.books.app.settleMediaAccess();
      const before = await stored();
      const write = database().write.bind(database());
      const ending = { isDue: true };
      database().write = async (work) => {
        if (ending.isDue) {
          ending.isDue = false;
          await write(role('user'));
        }
        return write(work);
      };
      try {
        expect((await call(by)).status).toBe(403);
        expect(ending.isDue).toBe(false);
        expect(await stored()).toEqual(before);
      } finally {
        database().write = write;
        await write(role('admin'));
      }
      const { status, text } = await call(by);
      expect({ status, refusal: status < 300 ? '' : text }).toEqual({ status, refusal: '' });
      expect(await stored()).not.toEqual(before);
    },
  );

  it('every route for administrators and for tools that is not read alone is in the list', () => {
    const listed = HTTP_ROUTES.filter(
      ({ method, access }) => method !== 'GET' && (access === 'admin' || access === 'compat-key'),
    ).map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(CHANGES), ...Object.keys(NO_WRITE)].sort()).toEqual(listed.sort());
  });

  it('a body that is held back until the right has ended reaches nobody: not even what writes nothing is begun', async () => {
    const { app } = world.books;
    const { url, apiKey } = app.radarr;
    const input = JSON.stringify({ service_type: 'movie_manager', url, api_key: apiKey });
    const calls = app.radarr.calls().length;
    const answered = heldBack(app, world.eve, '/api/instances/test', input, async () => {
      await app.get(Database).write(role('user'));
      await app.clock.advance(1_001);
    });
    expect(await answered).toBe(403);
    expect(app.radarr.calls()).toHaveLength(calls);
    await app.get(Database).write(role('admin'));
    expect(await heldBack(app, world.eve, '/api/instances/test', input, () => app.clock.advance(1_001))).toBe(204);
    expect(app.radarr.calls()).toHaveLength(calls + 1);
  });
});

/** The status of a call whose body is half under way while something else happens. */
async function heldBack(
  app: App,
  { token }: Session,
  path: string,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> {
  const reading = new Promise<void>((begun) => {
    app.server.prependOnceListener('request', (incoming: IncomingMessage) => {
      incoming.on('newListener', (event) => event === 'data' && begun());
    });
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const { origin } = new URL(app.url);
  const asked = request(`${origin}${targetUnder(app.url, path)}`, { method: 'POST', headers, agent: false });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  asked.write(body.slice(0, 9));
  await reading;
  await meanwhile();
  asked.end(body.slice(9));
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import type { FakeServer } from '../../fakes/fake-server.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold } from '../requests/series-household.js';

/** A change that asks an outside system between its judgement and what it stores. */
interface Change {
  readonly fake: FakeServer;
  /** What is asked. */
  readonly asks: string;
  /** Asks for it. */
  readonly by: (eve: Session) => Promise<Answer>;
  /** What it would change. */
  readonly state: () => Promise<unknown>;
}

const STATUS = 'GET /api/v3/system/status';
const SCHEMAS = 'GET /api/v3/notification/schema';
const TRY = 'POST /api/v3/notification/test';
const SERIES = 'GET /api/v3/series';

/** What it takes to ask for each, on a server of its own where what is asked is kept afterwards. */
const CHANGES: readonly (readonly [
  string,
  (household: SeriesHousehold) => Promise<Change>,
  server: 'the one server' | 'a server of its own',
])[] = [
  [
    'POST /api/instances',
    async (household) => {
      const { url, apiKey } = household.app.radarr;
      const body = { service_type: 'movie_manager', name: 'Films', url, api_key: apiKey };
      return change(
        household,
        household.app.radarr,
        STATUS,
        (eve) => eve.post('/api/instances', body),
        '/api/instances',
      );
    },
    'the one server',
  ],
  [
    'PUT /api/instances/{id}',
    async (household) => {
      const path = `/api/instances/${await household.app.connectRadarr(household.admin)}`;
      const { url, apiKey } = household.app.radarr;
      const body = { name: 'Theirs', url, api_key: apiKey };
      return change(household, household.app.radarr, STATUS, (eve) => eve.put(path, body), '/api/instances');
    },
    'the one server',
  ],
  [
    'POST /api/instances/{id}/webhook, the first',
    async (household) => {
      const path = `/api/instances/${await household.app.connectRadarr(household.admin)}/webhook`;
      return webhook(household, SCHEMAS, path);
    },
    'the one server',
  ],
  [
    'POST /api/instances/{id}/webhook, another one',
    async (household) => {
      const path = `/api/instances/${await household.app.connectRadarr(household.admin)}/webhook`;
      expect((await household.admin.post(path)).status).toBe(200);
      return webhook(household, TRY, path);
    },
    'the one server',
  ],
  [
    'PUT /api/admin/credentials',
    async (household) => {
      const { tmdb } = household.app;
      await household.admin.delete('/api/admin/credentials/tmdb_access_token');
      const body = { tmdb_access_token: tmdb.token };
      const path = '/api/admin/credentials';
      return change(household, tmdb, 'GET /3/authentication', (eve) => eve.put(path, body), path);
    },
    'the one server',
  ],
  [
    'PUT /api/admin/users/{id}/content-policy',
    async (household) => {
      const path = `/api/admin/users/${household.ana.userId}/content-policy`;
      const body = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' };
      return change(household, household.app.tmdb, 'GET /3/certification/tv/list', (eve) => eve.put(path, body), path);
    },
    'a server of its own',
  ],
  [
    'PUT /api/admin/tv-matches/{id}',
    async (household) => {
      const [{ tmdbId }, { tvdbId }] = [household.show(), household.show()];
      const path = `/api/admin/tv-matches/${tmdbId}`;
      const { body } = await household.admin.get(path);
      const { revision } = (body as { match: { revision: string } }).match;
      const input = { revision, mode: 'custom', tvdb_id: tvdbId, season_map: { 1: 1 } };
      household.app.get(SeriesCacheService).drop(household.library);
      return change(household, household.app.sonarr, SERIES, (eve) => eve.put(path, input), '/api/admin/tv-matches');
    },
    'the one server',
  ],
];

const change = (
  { admin }: SeriesHousehold,
  fake: FakeServer,
  asks: string,
  by: Change['by'],
  path: string,
): Change => ({ fake, asks, by, state: async () => statusAndBody(await admin.get(path)) });

/** The manager's list of connections, which is what a webhook changes. */
const webhook = (household: SeriesHousehold, asks: string, path: string): Change => ({
  fake: household.app.radarr,
  asks,
  by: (eve) => eve.post(path),
  state: () => Promise.resolve(structuredClone(household.app.radarr.notifications.saved())),
});

const ENDINGS: readonly (readonly [string, (admin: Session, eve: Session) => Promise<Answer>, number])[] = [
  ['is demoted', (admin, { userId }) => admin.patch(`/api/admin/users/${userId}`, { role: 'user' }), 403],
  ['is deleted', (admin, { userId }) => admin.delete(`/api/admin/users/${userId}`), 401],
  ['loses the device', (admin, { deviceId }) => admin.delete(`/api/admin/devices/${deviceId}`), 401],
];

describe('doc3 §1.6, security 12: an administrator’s change that asks an outside system before it is stored', () => {
  let shared: SeriesHousehold;

  beforeAll(async () => {
    shared = await SeriesHousehold.open();
  });

  afterAll(() => shared.close());

  /** All endings are tried on the first change, and one on each of the others: the same code judges them all. */
  const ended = CHANGES.flatMap(([name, prepare, server], at) =>
    (at === 0 ? ENDINGS : ENDINGS.slice(at % ENDINGS.length).slice(0, 1)).map(
      ([ending, end, status]) => [name, ending, { prepare, server, end, status }] as const,
    ),
  );

  async function administrator(household: SeriesHousehold): Promise<Session> {
    const eve = await household.app.invite('eve');
    await household.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    return eve;
  }

  it.each(ended)(
    '%s by one who, while others are asked, %s: is refused, and nothing changes',
    async (_, _ending, given) => {
      const household = given.server === 'a server of its own' ? await SeriesHousehold.open() : shared;
      const eve = await administrator(household);
      const asked = await given.prepare(household);
      const before = await asked.state();
      asked.fake.meanwhile(asked.asks, async () => {
        const answer = await given.end(household.admin, eve);
        if (answer.status >= 300) throw new Error(answer.text);
      });
      expect((await asked.by(eve)).status).toBe(given.status);
      expect(await asked.state()).toEqual(before);
      if (household !== shared) await household.close();
    },
  );

  it.each(CHANGES)('%s by one who, while others are asked, stays one: is done', async (_, prepare) => {
    const eve = await administrator(shared);
    const asked = await prepare(shared);
    const before = await asked.state();
    let wasAsked = false;
    asked.fake.meanwhile(asked.asks, () => Promise.resolve((wasAsked = true)));
    const { status, text } = await asked.by(eve);
    expect([wasAsked, status < 300, text]).toEqual([true, true, expect.anything()]);
    expect(await asked.state()).not.toEqual(before);
  });
});

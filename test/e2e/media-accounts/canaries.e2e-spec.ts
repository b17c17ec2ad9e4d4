import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { tableRows } from '../../harness/database-inspection.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';

const METRICS_TOKEN = 'planted-metrics-token';
const PASSWORD = 'planted-password-of-a-person';
const SELF_HOSTED = ['video_server_a', 'video_server_b', 'audiobook_server'] as const;
const KINDS = [...SELF_HOSTED, 'hub'] as const;

/**
 * By this every secret begins that the fakes give out or are given: passwords, sessions, shares, the tokens of
 * Audiobookshelf's accounts that never end, keys.
 */
const PLANTED = /planted-(?!metrics)[\w-]+/g;

describe('issue 21, must-show 5; security 4: secrets of media servers', () => {
  let house: MediaHousehold;
  /** Everything that was answered. */
  const answers: string[] = [];

  /** Everything that a person and an administrator can have a server do, and say. */
  beforeAll(async () => {
    house = await MediaHousehold.start({ env: { METRICS_TOKEN } });
    house.app.secrets.plant('password of a person', PASSWORD);
    const { admin, ana, ben, ids } = house;
    const friend = house.hub.given.person({ id: 5_100_001, username: 'friend', email: 'friend@example.org' });
    house.hub.given.share(BASEMENT, friend);
    const calls = [];
    for (const kind of KINDS) await house.grant(kind, ana, ben);
    for (const kind of SELF_HOSTED) {
      calls.push(await ana.post(`/api/media-servers/${ids[kind]}/account`, { password: PASSWORD }));
      const wrong = { username: 'ana', password: `${PASSWORD}-2` };
      calls.push(await ben.post(`/api/media-servers/${ids[kind]}/account/link`, wrong));
    }
    calls.push(await ana.post(`/api/media-servers/${ids.hub}/account`, { email: 'ana@example.org' }));
    calls.push(await house.link(ben, 'hub', String(friend.id), { manage_access: true }));
    for (const kind of KINDS) {
      calls.push(await admin.get(`/api/admin/media-servers/${ids[kind]}/users`));
      calls.push(await admin.patch(`${house.accountPath(ana, kind)}/management`, { manage_access: true }));
      await house.grant(kind);
      await house.settle();
    }
    for (const path of ['/api/admin/media-servers/accounts', '/api/instances', '/api/config'])
      calls.push(await admin.get(path));
    calls.push(await ana.get('/api/media-servers'), await ana.get('/api/media-servers/watch?media_type=tv&tmdb_id=1'));
    calls.push(await house.app.http.get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` }));
    answers.push(...calls.map(({ text }) => text));
  });

  afterAll(() => house.close());

  const plantedIn = (text: string): readonly string[] => text.match(PLANTED) ?? [];

  it('are what the servers have answered and were sent', async () => {
    const key = { authorization: 'Bearer planted-key-of-audiobookshelf' };
    const users = await fetch(`${house.audiobookshelf.url}/api/users`, { headers: key });
    expect(await users.text()).toContain('planted-abs-token-');
    for (const call of [AUDIOBOOKSHELF_CALLS.users, AUDIOBOOKSHELF_CALLS.login, AUDIOBOOKSHELF_CALLS.createUser])
      expect(house.audiobookshelf.calls(call).length).toBeGreaterThan(0);
    for (const call of [PLEX_CALLS.shares, PLEX_CALLS.share, PLEX_CALLS.endShare])
      expect(house.hub.calls(call).length).toBeGreaterThan(0);
  });

  it('are in no answer, nor in the metrics', () => {
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.flatMap(plantedIn)).toEqual([]);
  });

  it('are in no log line', () => {
    expect(house.app.logLines.length).toBeGreaterThan(0);
    expect(plantedIn(house.app.logLines.join('\n'))).toEqual([]);
  });

  it('are in no row', async () => {
    const rows = JSON.stringify(await tableRows(house.app.databaseFile));
    expect(rows).toContain('friend@example.org');
    expect(plantedIn(rows)).toEqual([]);
  });
});

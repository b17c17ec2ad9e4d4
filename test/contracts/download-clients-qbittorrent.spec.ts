import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QbittorrentClient, qbittorrentTorrent } from '../../src/clients/qbittorrent/qbittorrent.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { QBITTORRENT_CALLS, QbittorrentFake } from '../fakes/qbittorrent/qbittorrent-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

const example = () =>
  upstreamJson<readonly Record<string, unknown>[]>('download-clients/examples/qbittorrent.torrents.info.json');

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';

describe('qBittorrent contract', () => {
  let fake: QbittorrentFake;
  let client: QbittorrentClient;

  beforeEach(async () => {
    fake = await new QbittorrentFake({ apiKey: 'canary-qbt-key' }).start();
    const credentials = { apiKey: Secret.of('canary-qbt-key') };
    client = new QbittorrentClient({ url: fake.url, credentials, clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  it('the fake lists a torrent as the example does', async () => {
    fake.given.torrent({ hash: HASH });
    const headers = { authorization: 'Bearer canary-qbt-key', origin: fake.url, referer: `${fake.url}/` };
    const answer: unknown = await (await fetch(`${fake.url}/api/v2/torrents/info`, { headers })).json();
    expect(answer).toEqual(example());
    expect(missingKeys(answer, example())).toEqual([]);
  });

  it('the client reads the example', async () => {
    fake.fail(QBITTORRENT_CALLS.list, { body: example() });
    expect(await client.queue()).toEqual({
      unread: 0,
      isPaused: false,
      speedBps: 3_145_728,
      items: [
        {
          id: HASH,
          managerId: HASH.toUpperCase(),
          name: 'Northern.Relay.S02E02.1080p.WEB-DL-DEMO',
          sizeBytes: 1_610_612_736,
          sizeLeftBytes: 402_653_184,
          progress: 75,
          speedBps: 3_145_728,
          etaSeconds: 422,
          status: 'downloading',
          category: 'sonarr',
          state: 'downloading',
          reason: null,
          isFetchingMetadata: false,
          addedAt: 1_763_640_000_000,
        },
      ],
    });
  });

  it('download-clients facts, Actions: the client sends what they name', async () => {
    const id = fake.given.torrent();
    await client.pause(id);
    await client.resume(id);
    await client.remove(id, true);
    const posts = fake.calls().filter(({ method }) => method === 'POST');
    expect(posts.map(({ path, body }) => [path, body])).toEqual([
      ['/api/v2/torrents/stop', `hashes=${id}`],
      ['/api/v2/torrents/start', `hashes=${id}`],
      ['/api/v2/torrents/delete', `hashes=${id}&deleteFiles=true`],
    ]);
  });

  it('download-clients facts: the fake takes `all` and `a|b` for more than one, and what it lacks for a success', async () => {
    const [one, other] = [fake.given.torrent(), fake.given.torrent()];
    const remove = async (hashes: string): Promise<number> => {
      const headers = { authorization: 'Bearer canary-qbt-key', origin: fake.url, referer: `${fake.url}/` };
      const body = new URLSearchParams({ hashes, deleteFiles: 'false' });
      return (await fetch(`${fake.url}/api/v2/torrents/delete`, { method: 'POST', headers, body })).status;
    };
    expect([await remove('d'.repeat(40)), fake.torrents.length]).toEqual([200, 2]);
    expect([await remove(`${one}|${other}`), fake.torrents.length]).toEqual([200, 0]);
    fake.given.torrent();
    expect([await remove('all'), fake.torrents.length]).toEqual([200, 0]);
  });
});

describe('download-clients facts: the sign-in of the fake', () => {
  let fake: QbittorrentFake;

  afterEach(() => fake.stop());

  async function login(password: string, cookie = ''): Promise<readonly unknown[]> {
    const headers = { origin: fake.url, referer: `${fake.url}/`, cookie };
    const body = new URLSearchParams({ username: 'admin', password });
    const answer = await fetch(`${fake.url}/api/v2/auth/login`, { method: 'POST', headers, body });
    return [answer.status, await answer.text(), answer.headers.get('set-cookie')?.split('=')[0] ?? null];
  }

  it.each([
    ['2.8.3', [200, 'Ok.', 'SID'], [200, 'Fails.', null]],
    ['2.14.0', [204, '', 'QBT_SID'], [401, 'Unauthorized', null]],
  ])('of WebAPI %s', async (webapi, success, failure) => {
    fake = await new QbittorrentFake({ password: 'right', webapi }).start();
    const [status, said, name] = await login('right');
    expect([status, said, String(name).replace(`_${fake.port}`, '')]).toEqual(success);
    expect(await login('wrong')).toEqual(failure);
  });

  it('is fine with a wrong password while an open session’s cookie is sent along', async () => {
    fake = await new QbittorrentFake({ password: 'right', webapi: '2.8.3' }).start();
    await login('right');
    expect(await login('wrong', 'SID=canary+sid/1==')).toEqual([200, 'Ok.', null]);
  });

  it('bans the address for an hour after five failures', async () => {
    const clock = new MovedClock();
    fake = await new QbittorrentFake({ password: 'right', now: () => clock.monotonic() }).start();
    for (let tries = 0; tries < 5; tries += 1) expect((await login('wrong'))[0]).toBe(401);
    expect((await login('right'))[0]).toBe(403);
    await clock.advance(60 * 60_000);
    expect((await login('right'))[0]).toBe(204);
  });

  it('refuses a page of another host', async () => {
    fake = await new QbittorrentFake({ password: 'right', letsIn: true }).start();
    const headers = { origin: 'http://elsewhere.example', referer: 'http://elsewhere.example/' };
    expect((await fetch(`${fake.url}/api/v2/torrents/info`, { headers })).status).toBe(401);
  });
});

const HASH_NEEDED = ['refused', 'a torrent that can’t be named would be gone'] as const;

holdReads('qbittorrent', [
  {
    name: 'torrents.info',
    full: exampleRecord(example()),
    read: (list) => qbittorrentTorrent.array().parse(list).length === 1,
    needed: { '[].hash': HASH_NEEDED },
  },
]);

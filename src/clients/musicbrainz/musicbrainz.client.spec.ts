import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { artistId, groupId, MusicbrainzFake } from '../../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { AppError } from '../../core/errors/app-error.js';
import { silentLog } from '../../core/logging/log.js';
import { directPath } from '../../core/http/network-path.js';
import { MusicbrainzClient, musicbrainzLine } from './musicbrainz.client.js';

const SEARCH = 'GET /ws/2/release-group';
const LOOKUP = 'GET /ws/2/release-group/:id';
const FIRST = { limit: 20, offset: 0 };

describe('MusicbrainzClient', () => {
  let clock: MovedClock;
  let fake: MusicbrainzFake;
  let client: MusicbrainzClient;

  beforeEach(async () => {
    clock = new MovedClock();
    fake = await new MusicbrainzFake(() => clock.now()).start();
    const userAgent = 'Usher/0.0.0 ( ana@home.example )';
    client = new MusicbrainzClient({
      url: fake.apiUrl,
      path: () => Promise.resolve({ ...directPath, userAgent }),
      clock,
      log: silentLog,
      line: musicbrainzLine(clock),
    });
    fake.given.group({ id: groupId(1), title: 'Long Wave', date: '2026-04-17', tags: ['hip hop'] });
    fake.given.group({ id: groupId(2), title: 'Short Wave', type: 'EP', date: '2026-09' });
    fake.given.group({ id: groupId(3), title: 'Wavelet', type: 'Single' });
  });

  afterEach(() => fake.stop());

  const search = (text: string) => client.searchReleaseGroups(text, ['album', 'ep'], FIRST);

  it('doc2 §4 music: says who calls, and how to reach them', async () => {
    await search('wave');
    expect(fake.calls()[0]?.headers['user-agent']).toBe('Usher/0.0.0 ( ana@home.example )');
  });

  it('finds by title or artist, among the types that are asked for', async () => {
    const { count, rows } = await search('wave meridian');
    expect([count, rows.map(({ title }) => title)]).toEqual([2, ['Long Wave', 'Short Wave']]);
    expect(fake.calls()[0]?.query).toEqual({
      query:
        '(releasegroup:"wave" OR artistname:"wave") AND (releasegroup:"meridian" OR artistname:"meridian")' +
        ' AND (primarytype:album OR primarytype:ep)',
      limit: '20',
      offset: '0',
      fmt: 'json',
    });
  });

  it('security 7: whatever a text holds is text', async () => {
    const hostile = '") OR type:* \\ AND [a TO b] ~2 ^9 \r\n/x/ & ?fmt=xml #';
    fake.given.group({ id: groupId(4), title: hostile.replace('\r\n', ' ') });
    const { rows } = await search(hostile);
    expect(rows.map(({ id }) => id)).toEqual([groupId(4)]);
    expect(fake.calls()[0]).toMatchObject({ path: '/ws/2/release-group', query: { fmt: 'json' } });
  });

  it.each(['', 'x', '../artist', `${groupId(1)}/x`, groupId(1).toUpperCase(), `${groupId(1)}?x`])(
    'security 7: nothing is asked about %j, which is no id',
    async (id) => {
      expect([await client.releaseGroup(id), await client.artist(id)]).toEqual([null, null]);
      expect(await client.releaseGroupsOf(id, FIRST)).toBeNull();
      expect(fake.calls()).toEqual([]);
    },
  );

  it('doc2 §4 music: calls start a second apart, in the order of asking', async () => {
    const began = clock.now();
    const answers = Promise.all(['a', 'b', 'c'].map(search));
    await fake.nextCall(SEARCH);
    for (let next = 1; next <= 2; next += 1) {
      const came = fake.nextCall(SEARCH);
      await clock.advance(999);
      await clock.advance(1);
      await came;
    }
    await answers;
    expect(fake.cameAt.map((at) => at - began)).toEqual([0, 1_000, 2_000]);
  });

  it('security 28, 35: a call whose turn is more than 15 s away is refused at once and takes no turn', async () => {
    const first = fake.nextCall(SEARCH);
    const asked = Array.from({ length: 17 }, (_, n) => search(`w${n}`).catch((fault: unknown) => fault));
    expect(await errorOf(search('one too many'))).toMatchObject({ status: 503 });
    await first;
    for (let second = 1; second <= 15; second += 1) {
      const came = fake.nextCall(SEARCH);
      await clock.advance(1_000);
      await came;
    }
    const outcomes = await Promise.all(asked);
    expect(outcomes.map((outcome) => outcome instanceof AppError)).toEqual([...Array<boolean>(16).fill(false), true]);
    expect(fake.calls()).toHaveLength(16);
  });

  it('doc2 §4 music: a busy database is asked again after the pause that it names', async () => {
    fake.beBusy(SEARCH, { retryAfterSeconds: 3, times: 1 });
    const came = fake.nextCall(SEARCH);
    const found = search('wave');
    await came;
    await clock.waitedFor(3_000);
    const again = fake.nextCall(SEARCH);
    await clock.advance(2_999);
    expect(fake.calls()).toHaveLength(1);
    await clock.advance(1);
    await again;
    expect((await found).count).toBe(2);
  });

  it('a database that asks for more patience than there is time is not asked again', async () => {
    fake.beBusy(SEARCH, { retryAfterSeconds: 600 });
    expect(await failureOf(search('wave'))).toMatchObject({ kind: 'failed', status: 503, retryAfterMs: 600_000 });
    expect(fake.calls()).toHaveLength(1);
  });

  it.each(['reset', 'garbage', 'empty', 500, 400] as const)(
    'a fault that no patience mends is final: %s',
    async (fault) => {
      fake.fail(SEARCH, fault);
      await failureOf(search('wave'));
      expect(fake.calls()).toHaveLength(1);
    },
  );

  it('what the database affirms not to have is null; a 404 in anybody else’s words is a fault', async () => {
    expect(await client.releaseGroup(groupId(404))).toBeNull();
    fake.fail(LOOKUP, { status: 404, body: '<h1>no such site</h1>' });
    await clock.advance(1_000);
    expect(await failureOf(client.releaseGroup(groupId(1)))).toMatchObject({ kind: 'malformed' });
  });

  it.each([200, 301] as const)('doc2 §4 music: a merged id leads to the other one, by a %i', async (status) => {
    fake.given.merger(groupId(9), groupId(1), status);
    const asked = client.releaseGroup(groupId(9));
    await Promise.race([asked, clock.waitedFor(1_000)]);
    await clock.advance(1_000);
    expect(await asked).toMatchObject({ id: groupId(1), title: 'Long Wave' });
  });

  it('security 8: of a redirect to an id nothing is taken but that id: no other host is asked', async () => {
    const evil = await new MusicbrainzFake(() => clock.now()).start();
    evil.given.group({ id: groupId(1), title: 'Not it' });
    const location = `${evil.apiUrl}/release-group/${groupId(1)}?inc=releases`;
    fake.fail(LOOKUP, { status: 301, headers: { location } });
    const came = fake.nextCall(LOOKUP);
    const asked = client.releaseGroup(groupId(9));
    await came;
    await clock.waitedFor(1_000);
    await clock.advance(1_000);
    expect(await asked).toMatchObject({ id: groupId(1), title: 'Long Wave' });
    expect(evil.calls()).toEqual([]);
    expect(fake.calls().map(({ path, query }) => [path, query.inc])).toEqual([
      [`/ws/2/release-group/${groupId(9)}`, 'artist-credits genres'],
      [`/ws/2/release-group/${groupId(1)}`, 'artist-credits genres'],
    ]);
    await evil.stop();
  });

  it('a second redirect is followed nowhere', async () => {
    const location = `/ws/2/release-group/${groupId(1)}`;
    fake.fail(LOOKUP, { status: 301, headers: { location } }, 2);
    const came = fake.nextCall(LOOKUP);
    const failed = failureOf(client.releaseGroup(groupId(9)));
    await came;
    await clock.waitedFor(1_000);
    await clock.advance(1_000);
    expect(await failed).toMatchObject({ kind: 'redirected' });
    expect(fake.calls()).toHaveLength(2);
  });

  it('security 28: more than 4 MiB is refused', async () => {
    fake.fail(SEARCH, { body: `"${'x'.repeat(4 * 1024 * 1024)}"` });
    expect(await failureOf(search('wave'))).toMatchObject({ kind: 'too_large' });
  });

  it.each([
    'https://evil.example/ws/2/release-group/x',
    `https://evil.example/ws/2/artist/${artistId(1)}`,
    '/login',
    '',
  ])('security 8: a redirect to %j is followed nowhere', async (location) => {
    fake.fail(LOOKUP, { status: 301, headers: { location } });
    expect(await failureOf(client.releaseGroup(groupId(1)))).toMatchObject({ kind: 'redirected' });
    expect(fake.calls()).toHaveLength(1);
  });

  it('lists what an artist has made, page by page', async () => {
    const found = await client.releaseGroupsOf(artistId(1), { limit: 2, offset: 2 });
    expect([found?.count, found?.rows.map(({ title }) => title)]).toEqual([3, ['Wavelet']]);
  });
});

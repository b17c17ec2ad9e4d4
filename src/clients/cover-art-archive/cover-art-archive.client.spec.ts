import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoverArtArchiveFake } from '../../../test/fakes/cover-art-archive/cover-art-archive-fake.js';
import { groupId } from '../../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { PictureNetworkPath, PICTURES } from '../../../test/harness/picture-network-path.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { USER_AGENT } from '../../core/http/user-agent.js';
import { silentLog } from '../../core/logging/log.js';
import { CoverArtArchiveClient } from './cover-art-archive.client.js';

const ID = groupId(1);
const FRONT = 'GET /release-group/:id/:front';
const FILE = 'GET /0/items/:item/:file';

describe('CoverArtArchiveClient', () => {
  let fake: CoverArtArchiveFake;
  let networkPath: PictureNetworkPath;
  let client: CoverArtArchiveClient;
  let clock: MovedClock;

  beforeEach(async () => {
    fake = await new CoverArtArchiveFake({ redirects: true }).start();
    networkPath = new PictureNetworkPath(fake);
    clock = new MovedClock();
    client = new CoverArtArchiveClient({
      url: 'https://coverartarchive.org',
      clock,
      log: silentLog,
      path: () => Promise.resolve(networkPath),
    });
    fake.given.cover(ID);
  });

  afterEach(() => fake.stop());

  const hosts = () => networkPath.dialled.map(({ host, port }) => `${host}:${port}`);

  it('doc2 §4 music: follows the archive’s redirects to the archive’s hosts, by https', async () => {
    expect(await client.front(ID)).toEqual({ type: 'image/jpeg', bytes: PICTURES['image/jpeg'] });
    expect(hosts()).toEqual(['coverartarchive.org:443', 'archive.org:443', 'dn721.us.archive.org:443']);
    const [first, , last] = fake.calls();
    expect(first).toMatchObject({ path: `/release-group/${ID}/front-500`, query: {} });
    expect(last).toMatchObject({ query: { cnt: '0' }, headers: { host: 'dn721.us.archive.org' } });
    expect(fake.calls().map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill(USER_AGENT));
  });

  it.each([
    'http://archive.org/download/a/b.jpg',
    'https://evil.example/a.jpg',
    'https://archive.org.evil.example/a.jpg',
    'https://evilarchive.org/a.jpg',
    'https://archive.org@evil.example/a.jpg',
    'https://ana@archive.org/a.jpg',
    'https://archive.org:8443/a.jpg',
    'https://archive.org./a.jpg',
    'https://-a.archive.org/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    '//evil.example/a.jpg',
    'ftp://archive.org/a.jpg',
    'file:///etc/passwd',
    'https://archive.org/%zz',
    'https://',
  ])('security 8: a redirect to %j is followed nowhere', async (location) => {
    fake.fail(FRONT, { status: 307, headers: { location } });
    expect(await failureOf(client.front(ID))).toMatchObject({
      kind: expect.stringMatching(/redirected|rejected/) as unknown,
    });
    expect(hosts()).toEqual(['coverartarchive.org:443']);
  });

  it('security 8: redirects end somewhere', async () => {
    fake.fail(
      FILE,
      { status: 302, headers: { location: 'https://dn721.us.archive.org/0/items/mbid-a/b.jpg' } },
      Infinity,
    );
    expect(await failureOf(client.front(ID))).toMatchObject({ kind: 'redirected' });
    expect(hosts().length).toBeLessThan(7);
  });

  it('what the archive affirms not to have is null', async () => {
    expect(await client.front(groupId(2))).toBeNull();
  });

  it.each(['', 'x', '../release/1', ID.toUpperCase(), `${ID}/front`, 'https://evil.example/'])(
    'security 7: nothing is asked about %j, which is no id',
    async (id) => {
      expect([await client.front(id), hosts()]).toEqual([null, []]);
    },
  );

  it.each(Object.entries(PICTURES))('%s is taken', async (type, bytes) => {
    fake.given.cover(ID, { type: `${type}; charset=x`, bytes });
    expect(await client.front(ID)).toEqual({ type, bytes });
  });

  it.each([
    ['a page', 'text/html', Buffer.from('<html></html>')],
    ['a drawing that is a document', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a document that says it is a picture', 'image/jpeg', Buffer.from('%PDF-1.7')],
    ['a picture that says it is a page', 'text/html', PICTURES['image/jpeg']],
    ['nothing', 'image/jpeg', Buffer.alloc(0)],
  ])('security 8, 22: %s is refused', async (_, type, bytes) => {
    fake.given.cover(ID, { type, bytes });
    expect(await failureOf(client.front(ID))).toMatchObject({ kind: 'malformed' });
  });

  it('security 28: more than 4 MiB is refused', async () => {
    fake.given.cover(ID, { bytes: Buffer.concat([PICTURES['image/jpeg'], Buffer.alloc(4 * 1024 * 1024)]) });
    expect(await failureOf(client.front(ID))).toMatchObject({ kind: 'too_large' });
  });

  it('doc2 §4 music: ten seconds are waited for an answer', async () => {
    fake.fail(FRONT, 'timeout');
    const came = fake.nextCall(FRONT);
    const failed = failureOf(client.front(ID));
    await came;
    await clock.advance(10_000);
    expect(await failed).toMatchObject({ kind: 'timeout', reason: expect.stringContaining('10 s') as unknown });
  });

  it('doc2 §4 music: twenty seconds are waited for a cover, however many redirects take their time', async () => {
    const asked = clock.now();
    const later = () => clock.advance(9_000);
    fake.meanwhile(FRONT, later);
    fake.meanwhile('GET /download/:item/:file', later);
    fake.fail(FILE, 'timeout');
    const came = fake.nextCall(FILE);
    const failed = failureOf(client.front(ID));
    await came;
    expect(clock.now() - asked).toBe(18_000);
    await clock.advance(2_000);
    expect(await failed).toMatchObject({ kind: 'timeout', reason: expect.stringContaining('20 s') as unknown });
  });

  it.each(['reset', 500, 400, 206] as const)('anything else is a fault: %s', async (fault) => {
    fake.fail(FILE, fault);
    await failureOf(client.front(ID));
  });
});

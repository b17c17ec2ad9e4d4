import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoverArtArchiveFake } from '../../fakes/cover-art-archive/cover-art-archive-fake.js';
import { groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import { type PictureNetworkPath, PICTURES } from '../../harness/picture-network-path.js';
import { pathInsteadOfNetwork } from '../../harness/picture-fixture.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const artwork = (n: number): string => `/api/discover/music/artwork/${groupId(n)}`;

describe('doc2 §4 music: covers, from the archive’s own hosts', () => {
  let app: App;
  let admin: Session;
  let archive: CoverArtArchiveFake;
  let networkPath: PictureNetworkPath;

  beforeAll(async () => {
    app = await startApp({ env: { COVER_ART_URL: 'https://coverartarchive.org' } });
    admin = await app.setUpAdmin();
    archive = await new CoverArtArchiveFake({ redirects: true }).start();
  });

  beforeEach(() => {
    networkPath = pathInsteadOfNetwork(app, archive);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    archive.recover();
    archive.forgetCalls();
  });

  afterAll(async () => {
    await archive.stop();
    await app.close();
  });

  const hosts = (): readonly string[] => networkPath.dialled.map(({ host, port }) => `${host}:${port}`);

  it('GET /api/discover/music/artwork/{id} answers the picture behind two redirects, byte for byte', async () => {
    archive.given.cover(groupId(1), { type: 'image/png', bytes: PICTURES['image/png'] });
    const answer = await fetch(app.url + artwork(1), { headers: { authorization: `Bearer ${admin.token}` } });
    const named = ['content-type', 'content-length', 'cache-control', 'x-content-type-options'];
    expect([answer.status, ...named.map((name) => answer.headers.get(name))]).toEqual([
      200,
      ...['image/png', String(PICTURES['image/png'].length), 'private, max-age=86400', 'nosniff'],
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURES['image/png']);
    expect(hosts()).toEqual(['coverartarchive.org:443', 'archive.org:443', 'dn721.us.archive.org:443']);
  });

  it('security 8: neither what a caller adds to the address nor their credentials go to the archive', async () => {
    archive.given.cover(groupId(2));
    expect((await admin.get(`${artwork(2)}?url=https://evil.example/a.jpg&size=1200`)).status).toBe(200);
    expect(archive.calls()[0]).toMatchObject({ path: `/release-group/${groupId(2)}/front-500`, query: {} });
    for (const { headers } of archive.calls())
      expect(Object.keys(headers)).toEqual(expect.not.arrayContaining(['authorization', 'cookie', 'referer']));
  });

  it('404 when absent', async () => {
    expect(await admin.get(artwork(404))).toMatchObject({ status: 404, body: { error: 'not found' } });
    expect(hosts()).toEqual(['coverartarchive.org:443']);
  });

  it.each([
    ['https://evil.example/a.jpg', 3],
    ['http://archive.org/a.jpg', 4],
    ['https://archive.org.evil.example/a.jpg', 5],
    ['https://archive.org:8443/a.jpg', 6],
    ['https://127.0.0.1/a.jpg', 7],
  ])('security 8: a redirect to %s is 502, and nobody is dialled there', async (location, n) => {
    archive.given.cover(groupId(n));
    archive.fail('GET /release-group/:id/:front', { status: 307, headers: { location } });
    const { status, body } = await admin.get(artwork(n));
    expect([status, body]).toEqual([502, refusedWith('music provider gave an answer that could not be read')]);
    expect(hosts()).toEqual(['coverartarchive.org:443']);
  });
});

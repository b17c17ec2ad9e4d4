import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshReleases, sitewideReleaseGroups } from '../../src/clients/listenbrainz/listenbrainz.client.js';
import { anyOfIds, artistName, tagged, titleOrArtist } from '../../src/clients/musicbrainz/musicbrainz.client.js';
import {
  artist,
  artistSearch,
  refusal,
  releaseGroupBrowse,
  releaseGroupLookup,
  releaseGroupSearch,
} from '../../src/clients/musicbrainz/musicbrainz-schemas.js';
import { CoverArtArchiveFake } from '../fakes/cover-art-archive/cover-art-archive-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { ListenbrainzFake } from '../fakes/listenbrainz/listenbrainz-fake.js';
import { artistId, GLASS_MERIDIAN, groupId, MusicbrainzFake } from '../fakes/musicbrainz/musicbrainz-fake.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

/** The providers of music publish no machine-readable description; their examples stand in for one. */
describe('contract of the music providers', () => {
  let now = 0;
  let database: MusicbrainzFake;
  let charts: ListenbrainzFake;
  let covers: CoverArtArchiveFake;

  beforeEach(async () => {
    const clock = () => (now += 1_000);
    database = await new MusicbrainzFake(clock).start();
    charts = await new ListenbrainzFake(clock).start();
    covers = await new CoverArtArchiveFake().start();
    const artist = { ...GLASS_MERIDIAN, disambiguation: 'demo band' };
    database.given.group({ id: groupId(1), title: 'Long Wave', date: '2026-04-17', artist, tags: ['electronic'] });
    database.given.group({ id: groupId(2), title: 'Short Wave', type: 'EP', date: '2026-09', artist });
    charts.given.chart('this_week', [{ id: groupId(1), title: 'Long Wave' }, { title: 'Unmapped Record' }]);
    charts.given.release({ id: groupId(1), title: 'Long Wave', date: '2026-11-14' });
    covers.given.cover(groupId(1));
  });

  afterEach(() => Promise.all([database.stop(), charts.stop(), covers.stop()]));

  const ask = async (fake: FakeServer, path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(fake.url + path, { headers: { 'user-agent': 'Contract/1 ( test )' } });
    return { status: response.status, body: await response.json() };
  };
  const example = (name: string): unknown => upstreamJson(`${name}.json`);

  it.each([
    ['/ws/2/release-group?query=wave&limit=20&offset=0&fmt=json', 'musicbrainz/examples/release-group.search'],
    [`/ws/2/release-group?artist=${artistId(1)}&type=album|ep|single`, 'musicbrainz/examples/release-group.browse'],
    [
      `/ws/2/release-group/${groupId(1)}?inc=artist-credits+genres+tags+ratings`,
      'musicbrainz/examples/release-group.lookup',
    ],
    ['/ws/2/artist?query=glass', 'musicbrainz/examples/artist.search'],
    [`/ws/2/artist/${artistId(1)}`, 'musicbrainz/examples/artist.lookup'],
  ])('musicbrainz: %s has every key of %s', async (path, name) => {
    expect(missingKeys(example(name), (await ask(database, path)).body)).toEqual([]);
  });

  it.each([
    ['/1/stats/sitewide/release-groups?range=this_week&count=20', 'listenbrainz/examples/sitewide.release-groups'],
    [
      '/1/explore/fresh-releases/?release_date=2026-11-20&days=30&past=true&future=false',
      'listenbrainz/examples/explore.fresh-releases',
    ],
  ])('listenbrainz: %s has every key of %s', async (path, name) => {
    expect(missingKeys(example(name), (await ask(charts, path)).body)).toEqual([]);
  });

  it('cover art archive: an index has every key of the example', async () => {
    const { body } = await ask(covers, `/release-group/${groupId(1)}`);
    expect(missingKeys(example('coverartarchive/examples/release-group.index'), body)).toEqual([]);
  });

  it('refusals are those of the examples', async () => {
    const unknown = `/ws/2/release-group/${groupId(404)}`;
    expect(await ask(database, unknown)).toEqual({ status: 404, body: example('musicbrainz/examples/error.404') });
    const bad = '/ws/2/release-group/x';
    expect(await ask(database, bad)).toEqual({ status: 400, body: example('musicbrainz/examples/error.400') });
    database.beBusy('GET /ws/2/artist');
    expect((await ask(database, '/ws/2/artist')).body).toEqual(example('musicbrainz/examples/error.503'));
    const range = '/1/stats/sitewide/release-groups?range=fortnight';
    expect((await ask(charts, range)).body).toEqual(example('listenbrainz/examples/error.400'));
    charts.limitRate('GET /1/stats/sitewide/release-groups');
    expect((await ask(charts, range)).body).toEqual(example('listenbrainz/examples/error.429'));
  });

  it('a caller who calls twice within a second is refused, and so is one that does not identify itself', async () => {
    const fake = await new MusicbrainzFake(() => 5_000).start();
    const statuses = [(await ask(fake, '/ws/2/artist')).status, (await ask(fake, '/ws/2/artist')).status];
    await fake.stop();
    expect(statuses).toEqual([200, 503]);
    const anonymous = await fetch(`${database.url}/ws/2/artist`, { headers: { 'user-agent': 'x' } });
    expect(anonymous.status).toBe(503);
  });

  it.each([
    ['musicbrainz/examples/release-group.search', releaseGroupSearch],
    ['musicbrainz/examples/release-group.browse', releaseGroupBrowse],
    ['musicbrainz/examples/release-group.lookup', releaseGroupLookup],
    ['musicbrainz/examples/artist.search', artistSearch],
    ['musicbrainz/examples/artist.lookup', artist],
    ['musicbrainz/examples/error.404', refusal],
    ['listenbrainz/examples/sitewide.release-groups', sitewideReleaseGroups],
    ['listenbrainz/examples/explore.fresh-releases', freshReleases],
  ])('what we rely on is there in %s', (name, schema) => {
    expect(schema.safeParse(example(name)).success).toBe(true);
  });

  it('queries use the documented fields alone', () => {
    const queries = [
      titleOrArtist('a b', ['album', 'ep', 'single']),
      artistName('a'),
      tagged('hip hop', ['album']),
      anyOfIds([groupId(1)]),
    ];
    const fields = queries.flatMap((query) => [...query.matchAll(/(\w+):/g)].map(([, field]) => field));
    const known = ['releasegroup', 'artist', 'artistname', 'arid', 'rgid', 'primarytype', 'tag'];
    expect(fields.filter((field) => !known.includes(field ?? ''))).toEqual([]);
  });
});

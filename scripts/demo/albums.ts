import type { CoverArtArchiveFake } from '../../test/fakes/cover-art-archive/cover-art-archive-fake.js';
import type { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import type { ListenbrainzFake } from '../../test/fakes/listenbrainz/listenbrainz-fake.js';
import { artistId, groupId, type MusicbrainzFake } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { ART_TYPE, artOf } from './art.js';

const DAY_MS = 24 * 3_600_000;
/** The age of what is not new. */
const OLD_DAYS = 900;

/** The album that somebody asks for, by the number that makes its id. */
const WANTED = 1;

/** The wanted album, by its release group. */
export const WANTED_ALBUM = { id: groupId(WANTED), title: 'Nine Orbits' };

interface DemoAlbum {
  readonly number: number;
  readonly title: string;
  readonly artist: string;
  /** The name of its cover. */
  readonly art: string;
  readonly genre: string;
  readonly daysOld?: number;
  readonly tracks: number;
}

/** What is listened to, the most first; new ones with the days since they came out. None of it exists. */
const ALBUMS: readonly DemoAlbum[] = [
  {
    number: WANTED,
    title: WANTED_ALBUM.title,
    artist: 'Northmoor Orchestra',
    art: 'nine-orbits',
    genre: 'classical',
    daysOld: 3,
    tracks: 7,
  },
  { number: 2, title: 'Maple Street', artist: 'The Lane Trio', art: 'maple-street', genre: 'jazz', tracks: 8 },
  {
    number: 3,
    title: 'Moon on the Water',
    artist: 'Clara Voss',
    art: 'moon-on-the-water',
    genre: 'classical',
    daysOld: 12,
    tracks: 12,
  },
  {
    number: 4,
    title: 'Three Slow Dances',
    artist: 'Elin Sater',
    art: 'three-slow-dances',
    genre: 'classical',
    tracks: 3,
  },
  {
    number: 5,
    title: 'Blue Keys',
    artist: 'Georgie Marsh',
    art: 'blue-keys',
    genre: 'jazz',
    daysOld: 1,
    tracks: 9,
  },
];

/** Other albums of the wanted one's artist, which nobody asks for: the music library knows them. */
const SIBLINGS = [
  { number: 11, title: 'Tide Tables' },
  { number: 12, title: 'Far Harbours' },
];

/** An album that nobody asks for, by its release group: for a person who looks around. */
export const FREE_ALBUM = { id: groupId(2), title: 'Maple Street' };

/** All albums are known at MusicBrainz and in the charts, with covers, and the library can get them. */
export function fillAlbums(
  musicbrainz: MusicbrainzFake,
  listenbrainz: ListenbrainzFake,
  coverArt: CoverArtArchiveFake,
  lidarr: LidarrFake,
): void {
  for (const { number, title, artist, art, genre, daysOld, tracks } of ALBUMS) {
    const id = groupId(number);
    const date = new Date(Date.now() - (daysOld ?? OLD_DAYS) * DAY_MS).toISOString().slice(0, 10);
    musicbrainz.given.group({ id, title, date, tags: [genre], artist: { id: artistId(number), name: artist } });
    const cover = artOf(`album-${art}`);
    if (cover) coverArt.given.cover(id, { type: ART_TYPE, bytes: cover });
    if (daysOld !== undefined) listenbrainz.given.release({ id, title, artist, date });
    const who = { foreignArtistId: artistId(number), artistName: artist };
    lidarr.given.catalog([{ foreignAlbumId: id, title, tracks, artist: who }]);
  }
  const rows = ALBUMS.map(({ number, title, artist }) => ({ id: groupId(number), title, artist }));
  for (const range of ['this_week', 'this_month', 'this_year']) listenbrainz.given.chart(range, rows);
  const artist = { foreignArtistId: artistId(WANTED) };
  for (const { number, title } of SIBLINGS) lidarr.given.catalog([{ foreignAlbumId: groupId(number), title, artist }]);
}

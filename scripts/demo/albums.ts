import type { CoverArtArchiveFake } from '../../test/fakes/cover-art-archive/cover-art-archive-fake.js';
import type { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import type { ListenbrainzFake } from '../../test/fakes/listenbrainz/listenbrainz-fake.js';
import { artistId, groupId, type MusicbrainzFake } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';

const DAY_MS = 24 * 3_600_000;
/** The age of what is not new. */
const OLD_DAYS = 900;

/** The album that somebody asks for, by the number that makes its id. */
const WANTED = 1;

/** What is listened to, the most first; new ones with the days since they came out. All of it belongs to everybody. */
const ALBUMS = [
  { number: WANTED, title: 'The Planets', artist: 'Gustav Holst', genre: 'classical', daysOld: 3, tracks: 7 },
  { number: 2, title: 'Maple Leaf Rag', artist: 'Scott Joplin', genre: 'jazz', tracks: 8 },
  { number: 3, title: 'The Four Seasons', artist: 'Antonio Vivaldi', genre: 'classical', daysOld: 12, tracks: 12 },
  { number: 4, title: 'Gymnopédies', artist: 'Erik Satie', genre: 'classical', tracks: 3 },
  { number: 5, title: 'Songs of the Sea', artist: 'Traditional', genre: 'folk', daysOld: 1, tracks: 9 },
];

/** Other albums of the wanted one's artist, which nobody asks for: the music library knows them. */
const SIBLINGS = [
  { number: 11, title: "St Paul's Suite" },
  { number: 12, title: 'Beni Mora' },
];

/** The release group of the wanted album. */
export const WANTED_ALBUM_ID = groupId(WANTED);

/** An album that nobody asks for, by its release group: for a person who looks around. */
export const FREE_ALBUM = { id: groupId(2), title: 'Maple Leaf Rag' };

/** A picture of one colour, 16 by 16 pixels: the cover of every album. */
const COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNQcEggCTGMahjVMHw1AADUO8ABmP9cKwAAAABJRU5ErkJggg==',
  'base64',
);

/** All albums are known at MusicBrainz and in the charts, with covers, and the library can get them. */
export function fillAlbums(
  musicbrainz: MusicbrainzFake,
  listenbrainz: ListenbrainzFake,
  coverArt: CoverArtArchiveFake,
  lidarr: LidarrFake,
): void {
  for (const { number, title, artist, genre, daysOld, tracks } of ALBUMS) {
    const id = groupId(number);
    const date = new Date(Date.now() - (daysOld ?? OLD_DAYS) * DAY_MS).toISOString().slice(0, 10);
    musicbrainz.given.group({ id, title, date, tags: [genre], artist: { id: artistId(number), name: artist } });
    coverArt.given.cover(id, { type: 'image/png', bytes: COVER });
    if (daysOld !== undefined) listenbrainz.given.release({ id, title, artist, date });
    const who = { foreignArtistId: artistId(number), artistName: artist };
    lidarr.given.catalog([{ foreignAlbumId: id, title, tracks, artist: who }]);
  }
  const rows = ALBUMS.map(({ number, title, artist }) => ({ id: groupId(number), title, artist }));
  for (const range of ['this_week', 'this_month', 'this_year']) listenbrainz.given.chart(range, rows);
  const artist = { foreignArtistId: artistId(WANTED) };
  for (const { number, title } of SIBLINGS) lidarr.given.catalog([{ foreignAlbumId: groupId(number), title, artist }]);
}

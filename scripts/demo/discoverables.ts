import { groupId } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';

/** An album of the simulated providers of music. */
interface DemoAlbum {
  /** Counts from 1, and makes its id. */
  readonly number: number;
  readonly title: string;
  readonly artist: string;
  readonly genre: 'classical' | 'folk' | 'jazz';
  /** How many days ago it came out, of what is new. */
  readonly daysOld?: number;
  readonly tracks: number;
}

/** What is listened to, the most first. All of it is old enough to belong to everybody. */
export const DEMO_ALBUMS: readonly DemoAlbum[] = [
  { number: 1, title: 'The Planets', artist: 'Gustav Holst', genre: 'classical', daysOld: 3, tracks: 7 },
  { number: 2, title: 'Maple Leaf Rag', artist: 'Scott Joplin', genre: 'jazz', tracks: 8 },
  { number: 3, title: 'The Four Seasons', artist: 'Antonio Vivaldi', genre: 'classical', daysOld: 12, tracks: 12 },
  { number: 4, title: 'Gymnopédies', artist: 'Erik Satie', genre: 'classical', tracks: 3 },
  { number: 5, title: 'Songs of the Sea', artist: 'Traditional', genre: 'folk', daysOld: 1, tracks: 9 },
];

/** An album that nobody asks for, by its release group: for a person who looks around. */
export const FREE_ALBUM = { id: groupId(2), title: 'Maple Leaf Rag' };

/** The album that somebody asks for, by its number. */
export const WANTED_ALBUM = 1;

/** Other albums of its artist, which nobody asks for: the music library knows them, and people don't listen to them. */
export const SIBLING_ALBUMS: readonly { readonly number: number; readonly title: string }[] = [
  { number: 11, title: "St Paul's Suite" },
  { number: 12, title: 'Beni Mora' },
];

/** A picture of one colour, 16 by 16 pixels: the cover of every album. */
export const DEMO_COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNQcEggCTGMahjVMHw1AADUO8ABmP9cKwAAAABJRU5ErkJggg==',
  'base64',
);

/** A book of the simulated catalog. */
export interface DemoBook {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly year: number;
}

/** The book that two members ask for. */
export const WANTED_BOOK: DemoBook = { id: 1898, title: 'The War of the Worlds', author: 'H. G. Wells', year: 1898 };

/** Another book of its author, which nobody asks for: the book library knows it. */
export const SIBLING_BOOK: DemoBook = { id: 1895, title: 'The Time Machine', author: 'H. G. Wells', year: 1895 };

/** A book that nobody asks for: for a person who looks around. */
export const FREE_BOOK: DemoBook = { id: 1818, title: 'Frankenstein', author: 'Mary Shelley', year: 1818 };

/** What is read, the most first; as old. */
export const DEMO_BOOKS: readonly DemoBook[] = [
  WANTED_BOOK,
  FREE_BOOK,
  { id: 1865, title: 'From the Earth to the Moon', author: 'Jules Verne', year: 1865 },
];

/** An album of the simulated providers of music. */
interface DemoAlbum {
  /** Counts from 1, and makes its id. */
  readonly number: number;
  readonly title: string;
  readonly artist: string;
  readonly genre: 'classical' | 'folk' | 'jazz';
  /** How many days ago it came out, of what is new. */
  readonly daysOld?: number;
}

/** What is listened to, the most first. All of it is old enough to belong to everybody. */
export const DEMO_ALBUMS: readonly DemoAlbum[] = [
  { number: 1, title: 'The Planets', artist: 'Gustav Holst', genre: 'classical', daysOld: 3 },
  { number: 2, title: 'Maple Leaf Rag', artist: 'Scott Joplin', genre: 'jazz' },
  { number: 3, title: 'The Four Seasons', artist: 'Antonio Vivaldi', genre: 'classical', daysOld: 12 },
  { number: 4, title: 'Gymnopédies', artist: 'Erik Satie', genre: 'classical' },
  { number: 5, title: 'Songs of the Sea', artist: 'Traditional', genre: 'folk', daysOld: 1 },
];

/** A picture of one colour, 16 by 16 pixels: the cover of every album. */
export const DEMO_COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNQcEggCTGMahjVMHw1AADUO8ABmP9cKwAAAABJRU5ErkJggg==',
  'base64',
);

/** A book of the simulated catalog. */
interface DemoBook {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly year: number;
}

/** What is read, the most first; as old. */
export const DEMO_BOOKS: readonly DemoBook[] = [
  { id: 1898, title: 'The War of the Worlds', author: 'H. G. Wells', year: 1898 },
  { id: 1818, title: 'Frankenstein', author: 'Mary Shelley', year: 1818 },
  { id: 1865, title: 'From the Earth to the Moon', author: 'Jules Verne', year: 1865 },
];

export interface MusicGenre {
  /** What a query names: lower-case letters and dashes. */
  readonly id: string;
  readonly name: string;
  readonly tag: string;
}

const genre = (name: string, tag = name.toLowerCase()): MusicGenre => ({
  id: tag.replace(/[^a-z0-9]+/g, '-'),
  name,
  tag,
});

/** In the order in which they are shown. */
export const MUSIC_GENRES: readonly MusicGenre[] = [
  ...['Alternative Rock', 'Ambient', 'Blues', 'Classical', 'Country', 'Electronic', 'Folk', 'Funk', 'Gospel'],
  ...['Hip Hop', 'House', 'Indie Pop', 'Indie Rock', 'Jazz', 'K-pop', 'Latin', 'Metal', 'Pop', 'Punk'],
  ...['Reggae', 'Rock', 'Singer-Songwriter', 'Soul', 'Soundtrack', 'Techno'],
]
  .map((name) => genre(name))
  .concat(genre('R&B', 'contemporary r&b'), genre('Dance', 'dance-pop'))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

export const genreOf = (slug: string): MusicGenre | undefined => MUSIC_GENRES.find(({ id }) => id === slug);

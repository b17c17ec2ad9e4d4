import type { BookFormat } from './looked-up-books.js';
import { catalogId } from './title-key.js';

/** A file of a library, as the manager has it. */
export interface LibraryFile {
  /** The manager's number of it. */
  readonly id: number;
  /** Absolute, as the manager's own system writes paths; empty where it isn't said. */
  readonly path: string;
  /** In bytes; undefined where it isn't said. */
  readonly size: number | undefined;
}

/** A file that is offered among others. */
export interface NamedFile extends LibraryFile {
  readonly name: string;
  /** Of a book. */
  readonly format?: BookFormat;
}

/** A series that a manager has, by the manager's numbers. */
export interface SeriesWithFiles {
  readonly id: number;
  /** The seasons that have files, in order; 0 holds the specials. */
  readonly seasons: readonly number[];
}

/** A track by its place: `disc` is undefined where all are on one. */
export interface TrackPlace {
  readonly disc: number | undefined;
  readonly number: string;
  /** Empty where it is unknown. */
  readonly title: string;
}

type Entry = Readonly<Record<string, unknown>>;

/** A film's file, from the manager's answer about that film; null where it has none, or says nothing that can be read. */
export function filmFile(answer: unknown, tmdbId: number): LibraryFile | null {
  const film = entries(answer).find(({ tmdbId: id, movieFile }) => id === tmdbId && fileOf(movieFile) !== null);
  return film ? fileOf(film.movieFile) : null;
}

/** A series, from the manager's answer about it; null where the manager has none of its files. */
export function seriesWithFiles(answer: unknown, tvdbId: number): SeriesWithFiles | null {
  const series = entries(answer).find(({ id, tvdbId: one }) => one === tvdbId && isNumber(id));
  const seasons = entries(series?.seasons)
    .filter(({ statistics }) => isNumber(entryOf(statistics).episodeFileCount))
    .flatMap(({ seasonNumber: number }) => (Number.isSafeInteger(number) ? [number as number] : []))
    .sort((a, b) => a - b);
  return seasons.length > 0 && isNumber(series?.id) ? { id: series.id, seasons: [...new Set(seasons)] } : null;
}

/**
 * The files of a season in the order of its episodes, from the manager's list of these. Several episodes may share a file.
 *
 * @param nameOf called with the numbers of the episodes in a file, and with the title of the only one, which may be empty
 */
export function episodeFiles(
  answer: unknown,
  nameOf: (episodes: readonly number[], title: string) => string,
): readonly NamedFile[] {
  const episodes = entries(answer)
    .flatMap((episode) => {
      const { episodeFileId: id, episodeNumber: number, episodeFile, title } = episode;
      if (!isNumber(id) || !Number.isSafeInteger(number)) return [];
      const file = fileOf(episodeFile);
      return [{ file: file?.id === id ? file : unsaid(id), number: number as number, title: text(title) }];
    })
    .sort((a, b) => a.number - b.number);
  return byFile(episodes).map(({ file, parts: [first, ...others] }) => ({
    ...file,
    name: nameOf(
      [first, ...others].map(({ number }) => number),
      others.length === 0 ? first.title : '',
    ),
  }));
}

/** The manager's number of an album, from its answer about it; null where it has none. */
export function albumNumber(answer: unknown, id: string): number | null {
  const album = entries(answer).find(({ foreignAlbumId: one }) => catalogId('music', text(one)) === id);
  return isNumber(album?.id) ? album.id : null;
}

/**
 * The files of an album in the order of its tracks, from the manager's lists of tracks and files. A file that belongs to no track
 * comes last, by its own name.
 *
 * @param nameOf called with the tracks in a file
 */
export function trackFiles(
  tracks: unknown,
  files: unknown,
  nameOf: (tracks: readonly TrackPlace[]) => string,
): readonly NamedFile[] {
  const known = new Map(filesOf(files).map((file) => [file.id, file]));
  const listed = entries(tracks).filter(({ trackFileId: id }) => isNumber(id) && known.has(id));
  const isOnSeveral = new Set(entries(tracks).map(({ mediumNumber }) => mediumNumber)).size > 1;
  const ordered = [...listed].sort((a, b) => order(a.mediumNumber, b.mediumNumber) || order(place(a), place(b)));
  const named = byFile(
    ordered.flatMap((track) => {
      const file = known.get(track.trackFileId as number);
      const { mediumNumber, trackNumber, title } = track;
      const disc = isOnSeveral && isNumber(mediumNumber) ? mediumNumber : undefined;
      return file ? [{ file, disc, number: text(trackNumber), title: text(title) }] : [];
    }),
  ).map(({ file, parts }) => ({ ...file, name: nameOf(parts) }));
  const isNamed = new Set(named.map(({ id }) => id));
  return [...named, ...byOwnName([...known.values()].filter(({ id }) => !isNamed.has(id)))];
}

/** A track of an album, as its page lists it. */
export interface AlbumTrack extends TrackPlace {
  /** Of the manager's own. */
  readonly id: number;
  /** `7:21`; empty where it is unknown. */
  readonly length: string;
  readonly isThere: boolean;
}

/** The tracks of an album in their order, from the manager's list of them. */
export function albumTracks(answer: unknown): readonly AlbumTrack[] {
  const listed = entries(answer).filter(({ id, title }) => isNumber(id) && text(title) !== '');
  const isOnSeveral = new Set(listed.map(({ mediumNumber }) => mediumNumber)).size > 1;
  return listed
    .sort((a, b) => order(a.mediumNumber, b.mediumNumber) || order(place(a), place(b)))
    .map((track) => ({
      id: track.id as number,
      disc: isOnSeveral && isNumber(track.mediumNumber) ? track.mediumNumber : undefined,
      number: text(track.trackNumber),
      title: text(track.title),
      length: isNumber(track.duration) ? lengthOf(track.duration) : '',
      isThere: track.hasFile === true,
    }));
}

/** Minutes and seconds of so many milliseconds. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The manager's numbers of a book in all its formats, from a lookup of its id. */
export function bookNumbers(answer: unknown, id: string): readonly number[] {
  const meant = entries(answer).filter(({ foreignBookId: one }) => catalogId('book', text(one)) === id);
  const local = meant.flatMap((one) => [one, ...entries(one.localEbookBooks), ...entries(one.localAudiobookBooks)]);
  return [...new Set(local.flatMap(({ id: number }) => (isNumber(number) ? [number] : [])))];
}

/** The files of a book by their own names, from the manager's list of them. */
export function bookFiles(answer: unknown): readonly NamedFile[] {
  const formats = new Map(entries(answer).map(({ id, mediaType }) => [id, mediaType]));
  // A manager that is asked for several records of a title names a file of theirs once for each.
  const files = new Map(filesOf(answer).map((file) => [file.id, file]));
  return byOwnName([...files.values()]).map((file) => {
    const format = formats.get(file.id);
    return format === 'ebook' || format === 'audiobook' ? { ...file, format } : file;
  });
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

const entryOf = (value: unknown): Entry => (isEntry(value) ? value : {});

const entries = (value: unknown): readonly Entry[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isEntry) : [];

const unsaid = (id: number): LibraryFile => ({ id, path: '', size: undefined });

function fileOf(record: unknown): LibraryFile | null {
  const { id, path, size } = entryOf(record);
  return isNumber(id) ? { id, path: text(path), size: isNumber(size) ? size : undefined } : null;
}

const filesOf = (list: unknown): readonly LibraryFile[] => entries(list).flatMap((one) => fileOf(one) ?? []);

/** Parts that share a file, together, where the first of them is. */
function byFile<Part extends { readonly file: LibraryFile }>(
  parts: readonly Part[],
): readonly { readonly file: LibraryFile; readonly parts: readonly [Part, ...Part[]] }[] {
  const files = new Map<number, [Part, ...Part[]]>();
  for (const part of parts) {
    const known = files.get(part.file.id);
    if (known) known.push(part);
    else files.set(part.file.id, [part]);
  }
  return [...files.values()].map((all) => ({ file: all[0].file, parts: all }));
}

/** A number as a text, else the text as it is: `A1` of a record with two sides. */
const place = ({ absoluteTrackNumber: number, trackNumber }: Entry): unknown => number ?? trackNumber;

const order = (one: unknown, other: unknown): number => collator.compare(written(one), written(other));

const written = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

const collator = new Intl.Collator('en', { numeric: true });

/** By the last name of its path; what has none isn't offered. */
const byOwnName = (files: readonly LibraryFile[]): readonly NamedFile[] =>
  files
    .map((file) => ({ ...file, name: file.path.split(/[/\\]/).at(-1) ?? '' }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => collator.compare(a.name, b.name));

import type { LibraryManagerType, ServiceType } from '../../instances/instances.public.js';

const EVERY_LIBRARY = ['calendar', 'queue', 'history', 'wanted/missing', 'wanted/cutoff'];

interface Reads {
  readonly api: readonly string[];
  readonly art: readonly string[];
}

/** All that members may read of each kind of manager. `{id}` is a positive decimal number, `{file}` the rest of the path. */
const MEMBER_READS: Readonly<Record<LibraryManagerType, Reads>> = {
  movie_manager: { api: under('api/v3', ['movie', 'movie/{id}', ...EVERY_LIBRARY]), art: [] },
  tv_manager: {
    api: under('api/v3', ['series', 'series/{id}', 'episode', 'episode/{id}', ...EVERY_LIBRARY]),
    art: [],
  },
  book_manager: {
    api: under('api/v1', [
      ...['author', 'author/{id}', 'author/lookup', 'book', 'book/{id}', 'book/lookup', 'bookfile', 'bookfile/{id}'],
      ...EVERY_LIBRARY,
    ]),
    art: [
      'MediaCover/{id}/{file}',
      'MediaCover/Books/{id}/{file}',
      'api/v1/MediaCover/Books/{id}/{file}',
      'api/v1/mediacover/{id}/{file}',
      'api/v1/mediacover/author/{id}/{file}',
      'api/v1/mediacover/book/{id}/{file}',
      'api/v1/mediacover/books/{id}/{file}',
    ],
  },
  music_manager: {
    api: under('api/v1', [
      ...['artist', 'artist/{id}', 'artist/lookup', 'album', 'album/{id}', 'album/lookup', 'track', 'trackfile'],
      ...EVERY_LIBRARY,
    ]),
    art: [
      'MediaCover/Artist/{id}/{file}',
      'MediaCover/Albums/{id}/{file}',
      'api/v1/mediacover/artist/{id}/{file}',
      'api/v1/mediacover/album/{id}/{file}',
    ],
  },
};

const PATTERNS = new Map<string, readonly RegExp[]>(
  Object.entries(MEMBER_READS).map(([kind, { api, art }]) => [kind, [...api, ...art].map(patternOf)]),
);

/** The path, percent-encoded, by which a member may read this, so that every decoder reads it alike; undefined where not. */
export function memberRead(kind: ServiceType, path: string): string | undefined {
  const segments = plainSegments(path);
  const allowed = segments && PATTERNS.get(kind)?.some((pattern) => pattern.test(segments.join('/')));
  return allowed ? `/${segments.map(encodeURIComponent).join('/')}` : undefined;
}

/** Is what a member reads there a picture? All else that members read is documents. */
export const isArt = (path: string): boolean => /\/mediacover\//i.test(path);

function under(prefix: string, shapes: readonly string[]): readonly string[] {
  return shapes.map((shape) => `${prefix}/${shape}`);
}

function patternOf(shape: string): RegExp {
  return new RegExp(`^${shape.replace('{id}', '[1-9]\\d{0,17}').replace('{file}', '[\\w.-]+(?:/[\\w.-]+)*')}$`);
}

/** Decoded once; undefined where a part is empty, a step, or still holds `%`, a slash or a control character. */
function plainSegments(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/').map(decodeOnce);
  return segments.every((segment): segment is string => segment !== undefined && isPlain(segment))
    ? segments
    : undefined;
}

const isPlain = (segment: string): boolean => !/^\.{0,2}$|[%\\/\p{Cc}]/u.test(segment);

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

type Entry = Readonly<Record<string, unknown>>;

/** Where videos of YouTube are watched. A link leads there; nothing of this app asks there. */
const YOUTUBE = 'https://www.youtube.com/watch?v=';

/** What YouTube names a video by; nothing in it has a meaning in an address. */
const KEY = /^[\w-]{1,32}$/;

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/**
 * The address of a title's trailer, always https: of those that the provider lists, the first official one, else the first.
 * Undefined where there is none that can be linked.
 *
 * @param document of a film or a series, as the metadata provider has it: nothing in it is trusted
 */
export function trailerOf({ videos }: Entry): string | undefined {
  const results = isEntry(videos) && Array.isArray(videos.results) ? (videos.results as unknown[]) : [];
  const trailers = results
    .filter(isEntry)
    .filter(
      ({ site, type, key }) => site === 'YouTube' && type === 'Trailer' && typeof key === 'string' && KEY.test(key),
    );
  const chosen = trailers.find(({ official }) => official === true) ?? trailers[0];
  return chosen && YOUTUBE + (chosen.key as string);
}

import { BASE_PATH } from '../app/base-path.js';
import { failureOf } from '../domain/failure.js';
import { fileOfFilm } from '../domain/takeaway.js';
import { authorizedFetch } from '../session/session.svelte.js';
import { api, bodyOf } from './client.js';

/** The number of a film's file in a library; null where the library has none. */
export const filmFileQuery = (library: string | undefined, tmdbId: number) => ({
  queryKey: ['film-file', library ?? '', tmdbId],
  enabled: library !== undefined,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = `${BASE_PATH}/api/instances/${encodeURIComponent(library ?? '')}/api/v3/movie?tmdbId=${tmdbId}`;
    const answered = await authorizedFetch(new Request(path, { signal }));
    const body: unknown = await answered.json().catch(() => undefined);
    if (!answered.ok) throw failureOf(answered.status, answered.headers, body);
    return fileOfFilm(body, tmdbId);
  },
});

/** The address of a file, which opens it for ten minutes. */
export async function addressOfFile(library: string, file: number): Promise<string> {
  const body = { instance_id: library, file_id: file };
  return BASE_PATH + (await bodyOf(api.POST('/api/media-files/tickets', { body }))).url;
}

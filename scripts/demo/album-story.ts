import { firstOf } from './demo-failure.js';
import type { FollowedRequest, RequestAnswer } from './follow-request.js';
import type { Scene } from './scene.js';

const SEARCH = 'planets';

interface FoundAlbum {
  readonly foreign_id: string;
  readonly title: string;
  readonly artist: string;
}

/** One album is asked for. The artist's other albums are left alone. @returns what the one who asked follows */
export async function askForAlbum({ display, other: { person: who } }: Scene): Promise<FollowedRequest> {
  display.heading('An album is asked for');
  const { results } = await who.does<{ results: readonly FoundAlbum[] }>(
    `searches music for "${SEARCH}"`,
    `GET /api/discover/music/search?query=${SEARCH}`,
  );
  const { foreign_id, title, artist } = firstOf(results, `the search for "${SEARCH}" found nothing`);
  display.outcome(`finds ${title} by ${artist}`);
  const catalog_ref = { provider: 'music_metadata', id: foreign_id };
  const album = { media_type: 'music', foreign_id, title, catalog_ref };
  const asked = await who.does<RequestAnswer>('asks for it', 'POST /api/requests', album);
  display.outcome(`${asked.status}: ${asked.message}`);
  return { who, title, requestId: asked.request_id };
}

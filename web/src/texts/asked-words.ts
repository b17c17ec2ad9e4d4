import type { PendingRequest } from '../api/queries.js';
import { askedSeasons } from './asked-seasons.js';
import { kindName } from './kind-name.js';

/** What exactly is asked for: its kind or its formats, and of a series which seasons. */
export function askedWords(request: Pick<PendingRequest, 'media_type' | 'book_format' | 'season_scope'>): string {
  const seasons = request.media_type === 'tv' ? askedSeasons(request.season_scope) : '';
  return [kindName(request), seasons].filter(Boolean).join(' · ');
}

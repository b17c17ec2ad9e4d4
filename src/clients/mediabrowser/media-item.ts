import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';

export interface WantedTitle {
  readonly type: 'movie' | 'tv';
  readonly tmdbId: number | null;
  readonly tvdbId: number | null;
  /** Narrows the search, and decides nothing. */
  readonly title?: string;
  /** Narrows the search, and decides nothing. */
  readonly year?: number;
}

/** A title on a video server. */
export interface MediaItem {
  readonly id: string;
  /** The server's own id, which addresses of its web app name; null where the answer lacks it. */
  readonly serverId: string | null;
  readonly name: string;
  readonly year: number | null;
}

/** What a server says it has, and its word for a film or a series. */
export const ITEM_TYPES = { movie: 'Movie', tv: 'Series' } as const;

const SERVER_ID = /^[0-9A-Za-z-]{1,64}$/;

const itemSchema = z.object({
  Id: z.string(),
  Type: z.string(),
  ServerId: lenient(z.string().regex(SERVER_ID)),
  Name: lenient(z.string()),
  ProductionYear: lenient(z.int()),
  ProviderIds: z.record(z.string(), z.unknown()).nullish(),
});

/** The rows that are the title, by ids alone: one is the item's, and none differs. Null where an unreadable row may be the one. */
export function itemsOf(
  rows: readonly unknown[],
  wanted: WantedTitle,
  idOf: (value: unknown) => string | null,
): readonly MediaItem[] | null {
  let isReadable = true;
  const items: MediaItem[] = [];
  for (const row of rows) {
    const judged = itemSchema.safeParse(row);
    const id = judged.success ? idOf(judged.data.Id) : null;
    if (!judged.success || id === null) {
      isReadable = false;
      continue;
    }
    const { Type, ServerId, Name, ProductionYear, ProviderIds } = judged.data;
    if (Type !== ITEM_TYPES[wanted.type] || !isWanted(ProviderIds ?? {}, wanted)) continue;
    items.push({ id, serverId: ServerId, name: Name ?? '', year: ProductionYear });
  }
  return items.length > 0 || isReadable ? items : null;
}

function isWanted(providerIds: Readonly<Record<string, unknown>>, { tmdbId, tvdbId }: WantedTitle): boolean {
  const verdicts = [isSame(providerIds, 'tmdb', tmdbId), isSame(providerIds, 'tvdb', tvdbId)];
  return verdicts.includes(true) && !verdicts.includes(false);
}

/** Null where it can't be said: no such id is wanted, or the item has none. Servers differ in the case of the names. */
function isSame(
  providerIds: Readonly<Record<string, unknown>>,
  provider: string,
  wanted: number | null,
): boolean | null {
  const named = Object.entries(providerIds).filter(([name]) => name.toLowerCase() === provider);
  const values = named.map(([, value]) => value).filter((value) => typeof value === 'string' && value !== '');
  if (wanted === null || values.length === 0) return null;
  return values.every((value) => value === String(wanted));
}

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

type IdReader = (value: unknown) => string | null;

interface ReadRow {
  readonly type: string;
  readonly item: MediaItem;
  readonly tmdb: readonly string[];
  readonly tvdb: readonly string[];
}

/** The rows that are the title, by ids alone: one is the item's, and none differs. Null where an unreadable row may be the one. */
export function itemsOf(rows: readonly unknown[], wanted: WantedTitle, idOf: IdReader): readonly MediaItem[] | null {
  const [items = null] = itemsOfEach(rows, [wanted], idOf);
  return items;
}

/** As {@link itemsOf}, for each of the titles in their order; each row is read once. */
export function itemsOfEach(
  rows: readonly unknown[],
  wanted: readonly WantedTitle[],
  idOf: IdReader,
): readonly (readonly MediaItem[] | null)[] {
  const read = rows.map((row) => readRow(row, idOf));
  const readable = read.filter((row) => row !== null);
  return wanted.map((title) => {
    const items = readable.filter((row) => isTitle(row, title)).map(({ item }) => item);
    return items.length > 0 || readable.length === read.length ? items : null;
  });
}

function readRow(row: unknown, idOf: IdReader): ReadRow | null {
  const judged = itemSchema.safeParse(row);
  const id = judged.success ? idOf(judged.data.Id) : null;
  if (!judged.success || id === null) return null;
  const { Type, ServerId, Name, ProductionYear, ProviderIds } = judged.data;
  const item = { id, serverId: ServerId, name: Name ?? '', year: ProductionYear };
  return { type: Type, item, tmdb: idsNamed('tmdb', ProviderIds ?? {}), tvdb: idsNamed('tvdb', ProviderIds ?? {}) };
}

/** Servers differ in the case of the names. */
function idsNamed(provider: string, providerIds: Readonly<Record<string, unknown>>): readonly string[] {
  const named = Object.entries(providerIds).filter(([name]) => name.toLowerCase() === provider);
  return named.flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : []));
}

function isTitle({ type, tmdb, tvdb }: ReadRow, wanted: WantedTitle): boolean {
  if (type !== ITEM_TYPES[wanted.type]) return false;
  const verdicts = [isSame(tmdb, wanted.tmdbId), isSame(tvdb, wanted.tvdbId)];
  return verdicts.includes(true) && !verdicts.includes(false);
}

/** Null where it can't be said: no such id is wanted, or the item has none. */
function isSame(own: readonly string[], wanted: number | null): boolean | null {
  if (wanted === null || own.length === 0) return null;
  return own.every((id) => id === String(wanted));
}

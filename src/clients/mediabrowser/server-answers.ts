import { z, type ZodType } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import type { RatingCap } from './media-policy.js';

const GUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const NO_GUID = '0'.repeat(32);
const PLAIN_ID = /^[0-9A-Za-z_-]{1,64}$/;

/** 32 digits in lower case; null for what is none, and for zeros, which a server reads as no id and answers about everybody. */
export function guidOf(value: unknown): string | null {
  if (typeof value !== 'string' || !GUID.test(value)) return null;
  const guid = value.replaceAll('-', '').toLowerCase();
  return guid === NO_GUID ? null : guid;
}

/** An id of Emby, where some are short numbers: a GUID as {@link guidOf} keeps it, any other as it is; null for what is none. */
export function embyIdOf(value: unknown): string | null {
  if (typeof value !== 'string' || !PLAIN_ID.test(value) || /^[0-]+$/.test(value)) return null;
  return guidOf(value) ?? value;
}

/** A GUID with its dashes, as the document of Jellyfin describes it. @param guid as {@link guidOf} keeps it */
export const dashed = (guid: string): string =>
  [guid.slice(0, 8), guid.slice(8, 12), guid.slice(12, 16), guid.slice(16, 20), guid.slice(20)].join('-');

export interface MediaServerInfo {
  /** Its own id, which addresses of its web app name; null where it has none that can be read. */
  readonly id: string | null;
  readonly name: string;
  readonly version: string;
}

export const systemInfoSchema = z.object({
  Id: lenient(z.string().regex(/^[0-9A-Za-z-]{1,64}$/)),
  ServerName: lenient(z.string().max(512)),
  Version: z.string().max(64),
  ProductName: lenient(z.string()),
});

export interface MediaLibrary {
  /** The id by which policies name it. */
  readonly id: string;
  readonly name: string;
  /** The server's word for what is in it: `movies`, `tvshows`, `music`; null where it holds a mixture. */
  readonly collectionType: string | null;
}

const text = lenient(z.string());

/** Both products name a library's item; only Emby has a GUID beside it. */
const folder = z.object({ Name: text, CollectionType: text, ItemId: text, Guid: text });

/** The libraries of a list. One without an id that policies can name is left out. */
export const librariesSchema = (
  member: 'ItemId' | 'Guid',
  idOf: (value: unknown) => string | null,
): ZodType<readonly MediaLibrary[]> =>
  readableRows(
    folder.transform((row, context): MediaLibrary => {
      const id = idOf(row[member]);
      if (id !== null) return { id, name: row.Name ?? '', collectionType: row.CollectionType };
      context.addIssue('it has no id');
      return z.NEVER;
    }),
  );

/** A rating that a server knows. */
export interface ParentalRating {
  readonly name: string;
  readonly cap: RatingCap;
}

/** One with an unreadable part is refused: without its sub-score a cap would let more through. */
const score = z.object({ score: z.int(), subScore: z.int().nullish() });

const rating = z.object({ Name: z.string().min(1), Value: z.int().nullish(), RatingScore: score.nullish() });

/** The ratings of a list. One without a score is left out: nothing can be capped by it, and `Unrated` is one. */
export const parentalRatingsSchema: ZodType<readonly ParentalRating[]> = readableRows(rating).transform((rows) =>
  rows.flatMap(({ Name, Value, RatingScore }): readonly ParentalRating[] => {
    const cap = RatingScore ?? { score: Value, subScore: null };
    if (typeof cap.score !== 'number') return [];
    return [{ name: Name, cap: { score: cap.score, subScore: cap.subScore ?? null } }];
  }),
);

/** A list that comes in parts. */
export const pageSchema = z.object({ Items: z.array(z.unknown()), TotalRecordCount: lenient(z.int().nonnegative()) });

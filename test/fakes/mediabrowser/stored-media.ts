import type { Fields } from './media-fields.js';

/** An account as the fake keeps it. */
export interface StoredAccount {
  /** 32 digits, without dashes. */
  readonly id: string;
  name: string;
  /** Empty for none: then the empty password opens it. */
  password: string;
  /** With every member that the product has; a null is one that it leaves out. */
  policy: Record<string, unknown>;
  readonly dateCreated: string;
  lastLoginDate: string | null;
}

/** A library. */
export interface StoredLibrary {
  readonly name: string;
  /** `movies`, `tvshows`, …; null for a mixture. */
  readonly collectionType: string | null;
  /** 32 digits; null for one that the server has not looked into yet. Policies name it by this one. */
  readonly guid: string | null;
  /** Its number; only Emby numbers libraries. */
  readonly number: number;
}

/** A film or a series. */
export interface StoredItem {
  readonly id: string;
  readonly type: 'Movie' | 'Series';
  readonly name: string;
  readonly year: number | null;
  readonly providerIds: Readonly<Record<string, string>>;
  /** The name of a rating; null where it has none. */
  readonly rating: string | null;
  readonly library: StoredLibrary;
}

/** A rating that the server knows. */
export interface StoredRating {
  readonly name: string;
  readonly score: number;
  readonly subScore: number | null;
}

/** What a sign-in left: who holds the token, and on which device. */
export interface StoredSession {
  readonly account: StoredAccount;
  readonly deviceId: string;
}

/** Ratings as a server with American films lists them. */
export const RATINGS: readonly StoredRating[] = [
  { name: 'G', score: 0, subScore: 0 },
  { name: 'TV-Y', score: 0, subScore: 0 },
  { name: 'TV-Y7', score: 7, subScore: 0 },
  { name: 'PG', score: 10, subScore: 0 },
  { name: 'TV-PG', score: 10, subScore: 0 },
  { name: 'PG-13', score: 13, subScore: 0 },
  { name: 'TV-14', score: 14, subScore: 1 },
  { name: 'R', score: 17, subScore: 0 },
  { name: 'TV-MA', score: 17, subScore: 1 },
  { name: 'NC-17', score: 17, subScore: 1 },
];

/** May an account with this policy see the item? Its library, and its rating or that it has none. */
export function isVisible(policy: Fields, item: StoredItem, ratings: readonly StoredRating[]): boolean {
  const folders = Array.isArray(policy.EnabledFolders) ? policy.EnabledFolders.map(withoutDashes) : [];
  if (policy.EnableAllFolders !== true && !folders.includes(item.library.guid ?? '')) return false;
  const rating = ratings.find(({ name }) => name === item.rating);
  if (!rating) return !(Array.isArray(policy.BlockUnratedItems) && policy.BlockUnratedItems.includes(item.type));
  const { MaxParentalRating: cap, MaxParentalSubRating: subCap } = policy;
  if (typeof cap !== 'number' || rating.score < cap) return true;
  if (rating.score > cap) return false;
  return typeof subCap !== 'number' || (rating.subScore ?? 0) <= subCap;
}

export const withoutDashes = (id: unknown): string => String(id).replaceAll('-', '').toLowerCase();

export const withDashes = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

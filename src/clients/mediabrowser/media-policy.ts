import { z } from 'zod';

/** The highest rating that an account may see. */
export interface RatingCap {
  readonly score: number;
  /** Tells ratings of one score apart; null where the server's ratings have none. Jellyfin from 10.11 on. */
  readonly subScore: number | null;
}

export interface RatingLimits {
  /** Null where nothing is capped. */
  readonly maxRating: RatingCap | null;
  /** The kinds of titles that it may not see where they have no rating: `Movie`, `Series`, … */
  readonly blockUnrated: readonly string[];
}

/** What a server says an account may do, as far as we judge by it. */
export interface MediaPolicy {
  readonly administrator: boolean;
  readonly disabled: boolean;
  /** May it see every library, later ones too? Then `libraryIds` decides nothing. */
  readonly allLibraries: boolean;
  readonly libraryIds: readonly string[];
  readonly limits: RatingLimits;
}

/** What is to change of a policy; what is not named stays. */
export interface PolicyChange {
  readonly disabled?: boolean;
  /** Every library with later ones, or these alone. */
  readonly libraries?: 'all' | readonly string[];
  readonly limits?: RatingLimits;
}

/** A policy as the server wrote it: every write sends it back whole. */
type PolicyRecord = Readonly<Record<string, unknown>>;

export interface PolicyRead {
  readonly policy: MediaPolicy;
  readonly record: PolicyRecord;
}

/** How a product writes the ids of libraries. */
export interface LibraryIds {
  readonly read: (value: unknown) => string | null;
  readonly write: (id: string) => string;
}

/** The kinds of titles that both products can hide where they have no rating. */
export const UNRATED_KINDS: readonly string[] = [
  'Movie',
  'Trailer',
  'Series',
  'Music',
  'Book',
  'LiveTvChannel',
  'LiveTvProgram',
  'ChannelContent',
  'Other',
];

const number = z.int().nullish();
const texts = z.array(z.string()).nullish();

/** Names alone what we judge by: what a list has of each account costs nothing then. What isn't named stays in the record. */
const policySchema = z.object({
  IsAdministrator: z.boolean(),
  IsDisabled: z.boolean(),
  EnableAllFolders: z.boolean(),
  EnabledFolders: texts,
  MaxParentalRating: number,
  MaxParentalSubRating: number,
  BlockUnratedItems: texts,
});

/** Reads a policy, and keeps it whole beside. Null where what we judge by is missing or of another type. */
export function readPolicy(value: unknown, ids: LibraryIds): PolicyRead | null {
  const judged = policySchema.safeParse(value);
  if (!judged.success) return null;
  const { EnabledFolders, MaxParentalRating: score, MaxParentalSubRating: subScore, BlockUnratedItems } = judged.data;
  const libraryIds = (EnabledFolders ?? []).map((id) => ids.read(id));
  return {
    policy: {
      administrator: judged.data.IsAdministrator,
      disabled: judged.data.IsDisabled,
      allLibraries: judged.data.EnableAllFolders,
      // What is no id names no library.
      libraryIds: libraryIds.filter((id) => id !== null),
      limits: {
        maxRating: typeof score === 'number' ? { score, subScore: subScore ?? null } : null,
        blockUnrated: BlockUnratedItems ?? [],
      },
    },
    record: value as PolicyRecord,
  };
}

/** The record with the change in it, and everything else as it was. */
export function changedRecord(record: PolicyRecord, change: PolicyChange, ids: LibraryIds): PolicyRecord {
  const { disabled, libraries, limits } = change;
  return {
    ...(limits ? withoutSubRating(record) : record),
    ...(disabled === undefined ? {} : { IsDisabled: disabled }),
    ...(libraries === undefined ? {} : libraryMembers(libraries, ids)),
    ...(limits ? limitMembers(limits) : {}),
  };
}

/** Does the policy already say what the change wants? The order of lists decides nothing. */
export function satisfies(policy: MediaPolicy, { disabled, libraries, limits }: PolicyChange): boolean {
  if (disabled !== undefined && policy.disabled !== disabled) return false;
  if (libraries === 'all' && !policy.allLibraries) return false;
  if (Array.isArray(libraries) && (policy.allLibraries || !areSame(policy.libraryIds, libraries))) return false;
  if (!limits) return true;
  const [is, wanted] = [policy.limits.maxRating, limits.maxRating];
  const isCapped = is?.score === wanted?.score && is?.subScore === wanted?.subScore;
  return isCapped && areSame(policy.limits.blockUnrated, limits.blockUnrated);
}

function libraryMembers(libraries: 'all' | readonly string[], ids: LibraryIds): PolicyRecord {
  if (libraries === 'all') return { EnableAllFolders: true };
  return { EnableAllFolders: false, EnabledFolders: [...new Set(libraries)].map((id) => ids.write(id)) };
}

/** A server without sub-ratings doesn't know the member: it is sent only where there is something to say. */
function limitMembers({ maxRating, blockUnrated }: RatingLimits): PolicyRecord {
  return {
    MaxParentalRating: maxRating?.score ?? null,
    ...(maxRating && maxRating.subScore !== null ? { MaxParentalSubRating: maxRating.subScore } : {}),
    BlockUnratedItems: [...new Set(blockUnrated)],
  };
}

function withoutSubRating({ MaxParentalSubRating: _, ...record }: PolicyRecord): PolicyRecord {
  return record;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((each) => other.has(each));
}

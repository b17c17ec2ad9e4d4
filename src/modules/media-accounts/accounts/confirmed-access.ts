import { z } from 'zod';
import type { LibrarySelection } from '../servers/media-server.js';
import type { AgeLimits } from '../servers/ranked-limits.js';
import type { MediaAccountRow } from './media-account.entity.js';

/** What a server has last confirmed of an account: what was written there and read back. */
export interface ConfirmedAccess {
  /** Null while nothing was. */
  readonly access: 'on' | 'off' | null;
  /** Null where they were never written. */
  readonly libraries: LibrarySelection | null;
  /** Null where none are on the account. */
  readonly limits: AgeLimits | null;
}

/** Nothing was ever written to the account. */
export const NOTHING_CONFIRMED: ConfirmedAccess = { access: null, libraries: null, limits: null };

type ConfirmedColumns = Pick<MediaAccountRow, 'confirmedAccess' | 'confirmedLibraries' | 'confirmedLimits'>;

const libraries = z.union([z.literal('all'), z.array(z.string())]);

const limits = z.strictObject({
  ratingRegion: z.string(),
  maxMovieRating: z.string(),
  maxTvRating: z.string(),
  blockUnrated: z.boolean(),
});

/** It out of the columns of its row. What can't be read was never confirmed: it is written once more. */
export const confirmedOf = (row: ConfirmedColumns): ConfirmedAccess => {
  const read = { libraries: readAs(libraries, row.confirmedLibraries), limits: readAs(limits, row.confirmedLimits) };
  const isReadable = read.libraries !== undefined && read.limits !== undefined;
  if (!isReadable) return NOTHING_CONFIRMED;
  return { access: row.confirmedAccess, libraries: read.libraries ?? null, limits: read.limits ?? null };
};

/** The columns of its row. */
export const confirmedColumns = ({ access, libraries, limits }: ConfirmedAccess): ConfirmedColumns => ({
  confirmedAccess: access,
  confirmedLibraries: libraries && JSON.stringify(libraries),
  confirmedLimits: limits && JSON.stringify(limits),
});

/** Null stays null; undefined for what can't be read. */
function readAs<T>(schema: z.ZodType<T>, text: string | null): T | null | undefined {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

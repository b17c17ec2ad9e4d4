import { AppError, sentenceOf } from '../../core/errors/app-error.js';
import { libraryUnreadable } from '../instances/instances.public.js';

/** 404: the metadata provider affirms that there is no such series. */
export const seriesNotFound = (): AppError => new AppError('series_not_found', 404, 'no series with this tmdb_id');

/** The last two name the system that could not be asked: the metadata provider, or the library's manager. */
export type TvMatchProblem =
  | 'tv_match_paused'
  | 'tv_match_ambiguous'
  | 'tv_target_missing'
  | 'tv_metadata_unavailable'
  | 'library_unavailable';

type TvRefusal = TvMatchProblem | 'tv_match_changed' | 'tv_seasons_unmapped';

const TEXTS: Readonly<Record<Exclude<TvRefusal, 'library_unavailable'>, string>> = {
  tv_match_paused: 'an administrator holds this series back',
  tv_match_ambiguous: 'it is not sure which series or seasons of the library are meant, an administrator has to look',
  tv_target_missing: 'the library knows no such series',
  tv_match_changed: 'this series is matched with another one now',
  tv_metadata_unavailable: 'it can not be found out for now which series this is, try again shortly',
  tv_seasons_unmapped: 'this series has no season that can be requested',
};

interface RefusalDetails {
  /** The provider's seasons without a counterpart, of `tv_seasons_unmapped`. */
  readonly seasons?: readonly number[];
  /** The cause, for the log; that the metadata provider has no key is said in its own words. */
  readonly cause?: unknown;
}

/**
 * 409, or 503 while it is unknown, with a `code` when the metadata provider can't be asked. Source: doc 4 sections 1.10 and 1.17; section
 * 3.1 for the text without a key.
 */
export function tvMatchRefused(code: TvRefusal, { seasons = [], cause }: RefusalDetails = {}): AppError {
  if (code === 'library_unavailable') return libraryUnreadable(cause);
  const status = code === 'tv_metadata_unavailable' ? 503 : 409;
  if (cause instanceof AppError && cause.code === 'metadata_not_configured') {
    return new AppError(code, status, cause.safeText, { params: { reason: sentenceOf(cause) }, cause });
  }
  if (seasons.length === 0) return new AppError(code, status, TEXTS[code], { cause });
  const params = { seasons: seasons.join(', '), count: seasons.length };
  return new AppError(code, status, withoutCounterpart(params), { params, cause });
}

function withoutCounterpart({ seasons, count }: { readonly seasons: string; readonly count: number }): string {
  return `the library has no counterpart for season${count === 1 ? '' : 's'} ${seasons}`;
}

import type { Schemas } from '../api/client.js';
import type { CountedKind } from './allowance-use.js';

/** What an account may still ask for, of one kind of title. */
export interface AskersLimit {
  readonly kind: CountedKind;
  readonly left: number;
  readonly count: number;
  readonly days: number;
  /** By how much it is over the limit, which can only be where the limit was lowered since. */
  readonly over: number;
}

/** The request that is decided about. */
type Asked = Pick<Schemas['PendingRequestView'], 'media_type' | 'book_format'>;

/** The limits that a request came under; none where the account has none, or where they couldn't be read. */
export function limitsOf(
  of: Pick<Schemas['AllowancesView'], 'exempt' | 'allowances'> | undefined,
  asked: Asked,
): readonly AskersLimit[] {
  if (!of || of.exempt) return [];
  return of.allowances.flatMap(
    ({ media_type: type, book_format: format, count, remaining, used, window_days: days }): AskersLimit[] => {
      const isMeant =
        type === asked.media_type && (format === undefined || ['both', format].includes(asked.book_format));
      const kind = type === 'book' ? format : type;
      if (!isMeant || count === null || kind === undefined) return [];
      return [{ kind, left: remaining ?? 0, count, days, over: Math.max(0, used - count) }];
    },
  );
}

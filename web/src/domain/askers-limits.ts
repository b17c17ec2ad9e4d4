import type { Schemas } from '../api/client.js';

/** What an account may still ask for, of one kind of title. */
export interface AskersLimit {
  readonly left: number;
  readonly count: number;
  readonly days: number;
  /** Of a book; empty for other titles. */
  readonly format: '' | 'audiobook' | 'ebook';
}

/** The request that is decided about. */
type Asked = Pick<Schemas['PendingRequestView'], 'media_type' | 'book_format'>;

/** The limits that a request came under; none where the account has none, or where they couldn't be read. */
export function limitsOf(of: Schemas['AllowancesView'] | undefined, asked: Asked): readonly AskersLimit[] {
  if (!of || of.exempt) return [];
  return of.allowances.flatMap(
    ({ media_type: kind, book_format: format = '' as const, count, remaining, window_days: days }): AskersLimit[] => {
      const isMeant = kind === asked.media_type && (format === '' || ['both', format].includes(asked.book_format));
      return isMeant && count !== null ? [{ left: remaining ?? 0, count, days, format }] : [];
    },
  );
}

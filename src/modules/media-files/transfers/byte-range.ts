/** What of a file is wanted. Both ends are sent. */
export type WantedBytes =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/** What a caller says of it. */
export interface RangeHeaders {
  readonly range?: string;
  /** The part is wanted only of the very file that has this tag. */
  readonly ifRange?: string;
}

const WHOLE = { kind: 'whole' } as const;
const UNSATISFIABLE = { kind: 'unsatisfiable' } as const;

/**
 * Which bytes of a file of this size are wanted? One range counts: from-to, from-, or the last n. Several, malformed ones and
 * other units are passed over, and so is a range of another file than this one: the whole is sent. A date in If-Range names no
 * file exactly, and a weak tag neither. Source: RFC 9110 sections 13.1.5, 14.1.2 and 14.2; issue 23 section 4
 *
 * @param etag of the file, strong, with its quotes
 */
export function wantedBytes({ range, ifRange }: RangeHeaders, size: number, etag: string): WantedBytes {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return WHOLE;
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d{0,19})-(\d{0,19})[ \t]*$/i.exec(range) ?? [];
  if (from === '' && to === '') return WHOLE;
  if (from === '') return suffix(Number(to), size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return WHOLE;
  if (first >= size) return UNSATISFIABLE;
  return { kind: 'part', first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** The last bytes, or all where there are fewer. */
function suffix(count: number, size: number): WantedBytes {
  if (count === 0 || size === 0) return UNSATISFIABLE;
  return { kind: 'part', first: Math.max(0, size - count), last: size - 1 };
}

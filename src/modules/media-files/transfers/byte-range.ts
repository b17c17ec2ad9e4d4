/** What of a file is wanted. Both ends are sent. */
export type WantedBytes =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

export interface RangeHeaders {
  readonly range?: string;
  /** The part is wanted only of the very file that has this tag. */
  readonly ifRange?: string;
}

const WHOLE = { kind: 'whole' } as const;
const UNSATISFIABLE = { kind: 'unsatisfiable' } as const;

/** One range counts: from-to, from-, or the last n. All else is passed over. A date in If-Range names no file exactly, nor a weak tag. */
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

function suffix(count: number, size: number): WantedBytes {
  if (count === 0 || size === 0) return UNSATISFIABLE;
  return { kind: 'part', first: Math.max(0, size - count), last: size - 1 };
}

import type { Sentence } from '../errors/sentence.js';

declare const asOnTheWire: unique symbol;

/** A time as the wire carries it: `2026-01-31T19:00:00.000Z`. Views name it, so that their description can. */
export type Rfc3339 = string & { readonly [asOnTheWire]: 'rfc3339' };

/** An epoch-millisecond time as the wire carries it: RFC 3339, UTC. */
export function rfc3339(epochMs: number): Rfc3339 {
  return new Date(epochMs).toISOString() as Rfc3339;
}

/** A member of a body that is left out when it has no value. */
export function optional<Name extends string, Value, Shown = Value>(
  name: Name,
  value: Value | null | undefined,
  show: (value: Value) => Shown = (same) => same as unknown as Shown,
): Partial<Record<Name, NoInfer<Shown>>> {
  return value === null || value === undefined ? {} : ({ [name]: show(value) } as Partial<Record<Name, Shown>>);
}

/** A sentence of the server as a code and parameters, so that clients can say it in another language. */
export interface SentenceView {
  /** One of `SentenceCode`, or the code of a refusal; `foreign` for what another program has said, word for word. */
  readonly code: string;
  /** What the sentence has in it: names, numbers and other sentences. */
  readonly params?: Readonly<Record<string, string | number | SentenceInside>>;
}

/** A sentence in another one, with its English. */
interface SentenceInside extends SentenceView {
  readonly text: string;
}

/** The sentence without its English, which stands beside it. */
export function sentenceView({ code, params }: Sentence): SentenceView {
  return Object.keys(params).length === 0 ? { code } : { code, params };
}

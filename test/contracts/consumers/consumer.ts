/**
 * What a consumer takes a field for: a whole number, any number, a text, a flag, a moment (RFC 3339), a day
 * (YYYY-MM-DD), a list, an object, or one of the values that it knows.
 */
type Kind = 'integer' | 'number' | 'text' | 'flag' | 'moment' | 'day' | 'list' | 'object' | readonly number[];

/** `'integer'`; `['moment', 'null']` where the consumer copes with null, `'missing'` where it copes without. */
export type Expected = Kind | readonly [Kind, 'null' | 'missing'];

/** Fields by their places in the body: `results[].media.tmdbId`; `modifiedBy?.id` where there may be no modifiedBy. */
export type Fields = Readonly<Record<string, Expected>>;

/**
 * A call as a consumer makes it. Its path may have a place for a title or a thing:
 * `{film}` and `{series}`, once for each that somebody has asked for, whatever became of it; `{season}`, a season of
 * that series; `{user}`; and for what changes something `{pending}`, a request that awaits its decision, `{media}`, the
 * title of one, and `{nobody’s}`, a title that nobody has asked for.
 */
export interface ConsumerCall {
  readonly call: string;
  /** What for. */
  readonly why: string;
  /** 200 where nothing else is said. */
  readonly answers?: 200 | 204;
  /** What it fails without. */
  readonly insists?: Fields;
  /** What it copes without, and shows or decides less by. */
  readonly reads?: Fields;
}

/** A status that a consumer distinguishes from others, and what it makes of it. */
export interface DistinguishedStatus {
  readonly call: string;
  readonly when: 'the key is wrong' | 'the title is unknown' | 'the library can’t be read' | 'the request is gone';
  readonly status: 403 | 404 | 503;
  readonly makes: string;
}

/** A call outside of what this service answers (doc 2 section 9): always 404 `{message}`. */
export interface OutsideCall {
  readonly call: string;
  /** What the consumer lacks by it. */
  readonly means: string;
}

/** One consumer of the tracker's interface, by its public documentation and its client. */
export interface Consumer {
  readonly name: string;
  readonly calls: readonly ConsumerCall[];
  readonly distinguishes: readonly DistinguishedStatus[];
  readonly outside: readonly OutsideCall[];
}

/** The fields of something, below the place where it is. */
export function under(place: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, expected]) => [`${place}.${name}`, expected]));
}

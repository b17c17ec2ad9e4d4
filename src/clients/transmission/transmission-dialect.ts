import { z } from 'zod';

/** What Transmission is asked to do, by its name in the dialect of before 4.1. */
type Method = 'session-get' | 'torrent-get' | 'torrent-stop' | 'torrent-start' | 'torrent-remove';

type Params = Readonly<Record<string, unknown>>;

/** What an answer says. */
export type TransmissionAnswer =
  /** What was asked for, as it came. */
  | { readonly outcome: 'done'; readonly result: Params }
  /** The server says no; its words are not read. */
  | { readonly outcome: 'refused' }
  /** It is no answer of this dialect. */
  | { readonly outcome: 'foreign' };

/** One of the two ways in which Transmission is spoken to. */
export interface TransmissionDialect {
  /** The body of a call. Names are given as they are in the old dialect. */
  readonly request: (method: Method, params: Params) => unknown;
  readonly answer: (body: unknown) => TransmissionAnswer;
  /** A field as this dialect calls it. */
  readonly field: (name: string) => string;
}

const object = z.record(z.string(), z.unknown());
const FOREIGN = { outcome: 'foreign' } as const;

/** `hashString` and `delete-local-data` become `hash_string` and `delete_local_data`. */
const snakeCase = (name: string): string =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON-RPC 2.0, since 4.1. Source: download-clients examples, transmission.jsonrpc2. */
export const JSON_RPC: TransmissionDialect = {
  request: (method, params) => ({
    jsonrpc: '2.0',
    method: snakeCase(method),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [snakeCase(name), value])),
    id: 1,
  }),
  answer: (body) => {
    const said = object.safeParse(body);
    if (!said.success || said.data.jsonrpc !== '2.0') return FOREIGN;
    const { error, result } = said.data;
    if (error !== undefined && error !== null) return { outcome: 'refused' };
    return resultOf(result);
  },
  field: snakeCase,
};

/** The one of before; 4.1 still takes it, and 5.0 won't. Source: download-clients examples, transmission.torrent-get. */
export const CLASSIC: TransmissionDialect = {
  request: (method, params) => ({ method, arguments: params, tag: 1 }),
  answer: (body) => {
    const said = object.safeParse(body);
    if (!said.success || 'jsonrpc' in said.data || typeof said.data.result !== 'string') return FOREIGN;
    return said.data.result === 'success' ? resultOf(said.data.arguments) : { outcome: 'refused' };
  },
  field: (name) => name,
};

/** An action has no result, or an empty one. */
function resultOf(result: unknown): TransmissionAnswer {
  const read = object.safeParse(result ?? {});
  return read.success ? { outcome: 'done', result: read.data } : FOREIGN;
}

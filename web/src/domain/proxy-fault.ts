import { ApiFailure } from './failure.js';

/** What is wrong with a proxy that was typed, and at which field that is said; `proxy` for one that doesn't work. */
export interface ProxyFault {
  readonly at: 'url' | 'username' | 'password' | 'proxy';
  /** The server's own reason, as the rest of a sentence or a sentence of its own. */
  readonly reason: string;
}

const FIELDS = ['url', 'username', 'password'] as const;

/** Reads the refusal of a proxy; undefined for what is no refusal. */
export function proxyFault(failure: unknown): ProxyFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const said = failure.message;
  const [, tested] = /^proxy test failed: (.*)$/.exec(said) ?? [];
  if (tested !== undefined) return { at: 'proxy', reason: tested };
  const at = FIELDS.find((field) => said.startsWith(`${field} `));
  return at && { at, reason: `${said.charAt(0).toUpperCase()}${said.slice(1)}.` };
}

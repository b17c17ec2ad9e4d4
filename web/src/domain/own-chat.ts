import { ApiFailure } from './failure.js';

/** Why something about one's own mentions was refused; each has a sentence of its own. */
export type OwnChatRefusal = 'ids' | 'server_disabled' | 'mentions_disabled' | 'disabled' | 'no_chat_ids';

const CODES: ReadonlySet<string> = new Set<OwnChatRefusal>([
  'server_disabled',
  'mentions_disabled',
  'disabled',
  'no_chat_ids',
]);

/** The ids in a line, which are separated by blanks or commas. */
export const chatIdsIn = (line: string): string[] => line.split(/[\s,;]+/).filter((id) => id !== '');

/** Reads a refusal; undefined for every other failure. */
export function ownChatRefusal(failure: unknown): OwnChatRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, code = '', params } = failure;
  if (status === 400 && params.name === 'chat_ids') return 'ids';
  return status === 409 && CODES.has(code) ? (code as OwnChatRefusal) : undefined;
}

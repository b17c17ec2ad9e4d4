import { ApiFailure } from './failure.js';

/** What is wrong with something that was typed or chosen about a box. */
export type BoxFormFault = 'name' | 'address' | 'full' | 'people';

/** How the refusals begin: all of them have the code `invalid_request`, and no parameters. */
const BEGINNINGS: readonly (readonly [string, BoxFormFault])[] = [
  ['name must ', 'name'],
  ['address must ', 'address'],
  ['there are 64 boxes', 'full'],
  ['user_ids must ', 'people'],
];

/** Reads a refusal of what was typed or chosen; undefined for every other failure. */
export function boxFormFault(failure: unknown): BoxFormFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  return BEGINNINGS.find(([beginning]) => failure.message.startsWith(beginning))?.[1];
}

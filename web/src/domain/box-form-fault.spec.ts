import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boxFormFault } from './box-form-fault.js';
import { failureOf, noAnswer } from './failure.js';

const SETBOX = new URL('../../../src/modules/setbox/', import.meta.url);

/** The texts of the server's source, with 64 and 128 in the place of what is put in. */
const SOURCE = ['http/setbox.body.ts', 'setbox.errors.ts']
  .map((file) => readFileSync(new URL(file, SETBOX), 'utf8'))
  .join('\n')
  .replace('${LONGEST_NAME}', '128')
  .replace('${most}', '64');

const failure = (error: string, status = 400) => failureOf(status, new Headers(), { error, code: 'invalid_request' });

describe('issue 25, web app: what is wrong with what was typed or chosen about a box has a sentence at its place', () => {
  it.each([
    ['name', 'name must be a text of 1 to 128 characters'],
    ['address', 'address must be a host name or an IPv4 address'],
    ['full', 'there are 64 boxes already: forget one first'],
    ['people', 'user_ids must name adult accounts'],
  ] as const)('%s: the server says %s', (at, refusal) => {
    expect(SOURCE).toContain(refusal);
    expect(boxFormFault(failure(refusal))).toBe(at);
  });

  it('another refusal, another status and a lost network are none of these', () => {
    for (const other of [failure('invalid request'), failure('name must', 503), noAnswer(), null])
      expect(boxFormFault(other)).toBeUndefined();
  });
});

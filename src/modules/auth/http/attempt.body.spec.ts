import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { ClientAuthorizationBody, oauthParametersOf } from './attempt.body.js';

const LIMITS = 'oauth must name at most 32 parameters, each with a list of at most 4 texts';

const bodyWith = (oauth: unknown): ClientAuthorizationBody =>
  Object.assign(new ClientAuthorizationBody(), { client: 'mcp', challenge: 'c'.repeat(43), oauth });

const parameters = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, ['x']]));

describe('doc3 §12.1: what a client asks of the authorization endpoint', () => {
  it.each([
    ['no parameter', {}],
    ['32 parameters', parameters(32)],
    ['a parameter of 4 values', { a: ['1', '2', '3', '4'] }],
    ['a value of 4096 characters', { a: ['x'.repeat(4_096)] }],
    ['a parameter without a value', { a: [] }],
  ])('is %s, as it was given', (_, oauth) => {
    const body = bodyWith(oauth);
    expect(validateSync(body)).toEqual([]);
    expect(oauthParametersOf(body)).toEqual(oauth);
  });

  it.each([
    ['no oauth', undefined],
    ['null', null],
    ['a text', 'client_id=a'],
    ['a list', [['client_id', 'a']]],
    ['33 parameters', parameters(33)],
    ['a parameter of 5 values', { a: ['1', '2', '3', '4', '5'] }],
    ['a value of 4097 characters', { a: ['x'.repeat(4_097)] }],
    ['a parameter that is no list', { a: 'x' }],
    ['a parameter that is null', { a: null }],
    ['a value that is no text', { a: ['x', 1] }],
    ['a list in a list', { a: [['x']] }],
  ])('is never %s', (_, oauth) => {
    const body = bodyWith(oauth);
    const [fault] = validateSync(body);
    const sentence = fault
      ? Object.values(fault.constraints ?? {})[0]
      : (thrownBy(() => oauthParametersOf(body)) as Error).message;
    expect(sentence).toBe(LIMITS);
  });
});

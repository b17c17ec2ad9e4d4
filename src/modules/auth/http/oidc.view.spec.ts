import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { OidcConfigBody, oidcConfigOf } from './oidc.view.js';

const GOOD = { enabled: true, issuer: 'https://id.example', client_id: 'usher' };

/** The sentence by which a configuration is refused; undefined for one that is taken. */
function refusal(fields: object): unknown {
  const body = Object.assign(new OidcConfigBody(), GOOD, fields);
  const [fault] = validateSync(body);
  if (fault) return Object.values(fault.constraints ?? {})[0];
  return (thrownBy(() => oidcConfigOf(body)) as { message?: string } | undefined)?.message;
}

const ISSUER = /^issuer must be an https address without credentials, query or fragment$/;

describe('doc3 §12.2: the configuration of single sign-on', () => {
  it.each([
    ['a label of 81 characters', { label: 'l'.repeat(81) }, /^label must be a text of at most 80/],
    ['an issuer of 2,049', { issuer: `https://id.example/${'i'.repeat(2_030)}` }, /^issuer must be a text of at most/],
    ['an issuer over plain http', { issuer: 'http://id.example' }, ISSUER],
    ['an issuer with a query', { issuer: 'https://id.example/?x' }, ISSUER],
    ['an issuer with credentials', { issuer: 'https://ana:pw@id.example' }, ISSUER],
    ['an issuer without slashes', { issuer: 'https:id.example' }, ISSUER],
    ['an issuer with backslashes', { issuer: 'https:\\\\id.example' }, ISSUER],
    ['an issuer with a control character', { issuer: 'https://id.example\u0000' }, ISSUER],
    ['an issuer with empty credentials', { issuer: 'https://@id.example' }, ISSUER],
    ['an issuer that is none', { issuer: 'id.example' }, ISSUER],
    ['no issuer', { issuer: '' }, /^issuer and client_id are required$/],
    ['no client id', { client_id: '' }, /^issuer and client_id are required$/],
    ['a client id of 1,025', { client_id: 'c'.repeat(1_025) }, /^client_id must/],
    ['a secret of 16,385', { client_secret: 's'.repeat(16_385) }, /^client_secret must/],
    ['31 scopes', { additional_scopes: Array(31).fill('s') }, /^additional_scopes must/],
    ['two scopes in one', { additional_scopes: ['one two'] }, /^additional_scopes must/],
    ['an empty scope', { additional_scopes: [''] }, /^additional_scopes must/],
    ['101 groups', { allowed_groups: Array(101).fill('g') }, /^allowed_groups must/],
    ['a group of 513', { allowed_groups: ['g'.repeat(513)] }, /^allowed_groups must/],
    ['an empty group', { allowed_groups: [''] }, /^allowed_groups must/],
    ['a claim of 257', { group_claim: 'c'.repeat(257) }, /^group_claim must/],
  ])('is refused with %s', (_, fields, sentence) => {
    expect(refusal(fields)).toMatch(sentence);
  });

  it.each([{}, { label: 'l'.repeat(80) }, { issuer: 'http://127.0.0.1:8080' }, { enabled: false, issuer: '' }])(
    'is taken with %j',
    (fields) => {
      expect(refusal(fields)).toBeUndefined();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { failureOf, noAnswer } from './failure.js';
import { deSso } from '../texts/de-sso.js';
import { enSso } from '../texts/en-sso.js';
import { checkedProvider, oidcRefusal, triedSignIn } from './oidc-answers.js';

const refusal = (error: string, code?: string) => failureOf(400, new Headers(), { error, code });

describe('doc3 §12.2: what the server says of single sign-on, as pages say it', () => {
  it.each([
    ['issuer must be an https address without credentials, query or fragment', undefined, 'issuer', ''],
    ['client_secret is required when the issuer changes', undefined, 'secret', ''],
    ['additional_scopes must be a list of at most 30 single names', undefined, 'scopes', ''],
    ['allowed_groups must be a list of at most 100 names of 1 to 512 characters', undefined, 'groups', ''],
    ['sso_only needs enabled', undefined, 'needsOn', ''],
    ['save issuer and client_id first', undefined, 'nothingSaved', ''],
    ['save, test the sign-in with these settings', 'sso_test_required', 'testFirst', ''],
    ['an administrator must have a password', 'local_admin_required', 'localAdmin', ''],
    ['single sign-on needs an external address', 'external_address_missing', 'noAddress', ''],
    [
      'the issuer is set to https://a, but the provider calls itself https://b',
      'issuer_mismatch',
      'mismatch',
      'https://b',
    ],
    ['the provider could not be used: the keys: status 500', 'provider_unavailable', 'away', 'the keys: status 500'],
    ['the provider refused the sign-in: access_denied', 'provider_refused', 'refused', 'access_denied'],
    ['the nonce is another one', 'provider_answer_unfit', 'unfit', 'the nonce is another one'],
    [
      'this account is in none of the groups that may sign in here; groups seen: a; b',
      'groups_missing',
      'noGroup',
      'a; b',
    ],
    [
      'this account is in none of the groups that may sign in here; no groups were seen',
      'groups_missing',
      'noGroup',
      '',
    ],
    ['this sign-in has ended', 'attempt_ended', 'ended', ''],
  ])('%s', (error, code, name, detail) => {
    expect(oidcRefusal(refusal(error, code))).toEqual({ name, detail });
  });

  it('another refusal and a lost network are said as everywhere', () => {
    for (const failure of [refusal('something else'), refusal('x', 'constructor'), noAnswer(), null])
      expect(oidcRefusal(failure)).toBeUndefined();
  });

  it.each([
    ['the provider answers; it signs by RS256, ES256', { spelled: '', algorithms: 'RS256, ES256' }],
    [
      'the provider answers, which spells itself https://a/; it signs by RS256',
      { spelled: 'https://a/', algorithms: 'RS256' },
    ],
    ['all is well', { spelled: '', algorithms: '' }],
  ])('a check: %s', (message, said) => {
    expect(checkedProvider(message)).toEqual(said);
  });

  it.each([
    ['this person signs in as ana; no groups were seen', { as: 'known', name: 'ana', groups: '' }],
    [
      'this person, Ana; B there, would get a new account; groups seen: a, b',
      { as: 'new', name: 'Ana; B', groups: 'a, b' },
    ],
    [
      'this person, who has no name there, has no account here and would need an invitation; no groups were seen',
      { as: 'uninvited', name: '', groups: '' },
    ],
    ['tested', { as: 'somebody', name: '', groups: '' }],
    ['somebody came; no groups were seen', { as: 'somebody', name: '', groups: '' }],
  ])('a sign-in that was tried: %s', (message, said) => {
    expect(triedSignIn(message)).toEqual(said);
  });

  it.each([
    ['en', enSso, ['The provider answers.', 'The sign-in works.']],
    ['de', deSso, ['Der Anbieter antwortet.', 'Die Anmeldung klappt.']],
  ])('issue 43 D23: what is worded otherwise has sentences of our own, and none of the server: %s', (_, says, own) => {
    expect([says.answers(checkedProvider('x').algorithms), says.outcome[triedSignIn('x').as]('')]).toEqual(own);
  });
});

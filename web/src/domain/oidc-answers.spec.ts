import { describe, expect, it } from 'vitest';
import { AppError, badRequest, refusalBody } from '../../../src/core/errors/app-error.js';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import {
  externalAddressMissing,
  groupsMissing,
  localAdminRequired,
  nothingConfigured,
  providerAnswerUnfit,
  providerRefused,
  providerUnavailable,
  testRequired,
  sayOidc,
} from '../../../src/modules/auth/oidc/oidc.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { deSso } from '../texts/de-sso.js';
import { enSso } from '../texts/en-sso.js';
import { checkedProvider, oidcRefusal, triedSignIn } from './oidc-answers.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

const NO_GROUPS = { names: '', more: 0 };

describe('doc3 §12.2: what the server says of single sign-on, as pages say it', () => {
  it.each([
    [badRequest('invalid_issuer', 'x'), 'issuer'],
    [badRequest('too_long', 'x', { name: 'issuer', most: 2_048 }), 'issuer'],
    [badRequest('client_secret_required', 'x'), 'secret'],
    [badRequest('invalid_scopes', 'x', { most: 30 }), 'scopes'],
    [badRequest('invalid_groups', 'x', { most: 100, longest: 512 }), 'groups'],
    [badRequest('sso_only_needs_enabled', 'x'), 'needsOn'],
    [nothingConfigured(), 'nothingSaved'],
    [testRequired(), 'testFirst'],
    [localAdminRequired(), 'localAdmin'],
    [externalAddressMissing(), 'noAddress'],
    [badRequest('attempt_ended', 'x'), 'ended'],
  ])('%s', (error, name) => {
    expect(oidcRefusal(failure(error))).toEqual({ name });
  });

  it.each([
    [badRequest('issuer_mismatch', 'x', { configured: 'https://a', documented: 'https://b' }), 'mismatch', 'https://b'],
    [providerRefused('access_denied'), 'refused', 'access_denied'],
    [groupsMissing(sayOidc('oidc_groups', { groups: 'a; b' })), 'noGroup', { names: 'a; b', more: 0 }],
    [groupsMissing(sayOidc('oidc_many_groups', { groups: 'a', more: 3 })), 'noGroup', { names: 'a', more: 3 }],
    [groupsMissing(sayOidc('oidc_no_groups')), 'noGroup', NO_GROUPS],
    [groupsMissing(), 'noGroup', NO_GROUPS],
  ])('%s, with what its sentence has in it', (error, name, detail) => {
    expect(oidcRefusal(failure(error))).toEqual({ name, detail });
  });

  it.each([
    [providerUnavailable(foreignWords('status 500')), 'away'],
    [providerAnswerUnfit(foreignWords('status 500')), 'unfit'],
  ])('%s, with its reason', (error, name) => {
    expect(oidcRefusal(failure(error))).toMatchObject({ name, detail: { code: 'foreign', text: 'status 500' } });
  });

  it('another refusal and a lost network are said as everywhere', () => {
    for (const other of [failure(badRequest('something_else', 'x')), failure(badRequest('constructor', 'x'))])
      expect(oidcRefusal(other)).toBeUndefined();
    expect([oidcRefusal(noAnswer()), oidcRefusal(null)]).toEqual([undefined, undefined]);
  });

  it.each([
    [sayOidc('oidc_answers', { algorithms: 'RS256, ES256' }), { spelled: '', algorithms: 'RS256, ES256' }],
    [
      sayOidc('oidc_answers_as', { issuer: 'https://a/', algorithms: 'RS256' }),
      { spelled: 'https://a/', algorithms: 'RS256' },
    ],
    [foreignWords('all is well'), { spelled: '', algorithms: '' }],
  ])('a check: %j', (sentence, said) => {
    expect(checkedProvider(sentence)).toEqual(said);
  });

  const none = sayOidc('oidc_no_groups');

  it.each([
    [sayOidc('oidc_signs_in', { username: 'ana', groups: none }), { as: 'known', name: 'ana', groups: NO_GROUPS }],
    [
      sayOidc('oidc_new_account', { name: 'Ana; B', groups: sayOidc('oidc_groups', { groups: 'a, b' }) }),
      { as: 'new', name: 'Ana; B', groups: { names: 'a, b', more: 0 } },
    ],
    [sayOidc('oidc_needs_invitation_unnamed', { groups: none }), { as: 'uninvited', name: '', groups: NO_GROUPS }],
    [foreignWords('tested'), { as: 'somebody', name: '', groups: NO_GROUPS }],
  ])('a sign-in that was tried: %j', (sentence, said) => {
    expect(triedSignIn(sentence)).toEqual(said);
  });

  it.each([
    ['en', enSso, ['The provider answers.', 'The sign-in works.', 'a and 3 more']],
    ['de', deSso, ['Der Anbieter antwortet.', 'Die Anmeldung klappt.', 'a und 3 weitere']],
  ])('issue 43 D23: what says something else has sentences of our own, and none of the server: %s', (_, says, own) => {
    const other = { code: 'x' };
    expect([
      says.answers(checkedProvider(other).algorithms),
      says.outcome[triedSignIn(other).as](''),
      says.groupNames('a', 3),
    ]).toEqual(own);
  });
});

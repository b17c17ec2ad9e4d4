import { sayFrom } from '../../../core/errors/sentence.js';

/** What administrators are told who try single sign-on. */
export const OIDC_SENTENCES = {
  oidc_document_failed: 'the discovery document: {reason}',
  oidc_keys_failed: 'the keys: {reason}',
  oidc_secret_not_taken: 'the provider takes a client secret in no way that this server knows',
  oidc_answers: 'the provider answers; it signs by {algorithms}',
  oidc_answers_as: 'the provider answers, which spells itself {issuer}; it signs by {algorithms}',
  oidc_signs_in: 'this person signs in as {username}; {groups}',
  oidc_new_account: 'this person, {name} there, would get a new account; {groups}',
  oidc_new_account_unnamed: 'this person, who has no name there, would get a new account; {groups}',
  oidc_needs_invitation: 'this person, {name} there, has no account here and would need an invitation; {groups}',
  oidc_needs_invitation_unnamed:
    'this person, who has no name there, has no account here and would need an invitation; {groups}',
  oidc_no_groups: 'no groups were seen',
  oidc_groups: 'groups seen: {groups}',
  oidc_many_groups: 'groups seen: {groups} and {more} more',
} as const;

export const sayOidc = sayFrom(OIDC_SENTENCES);

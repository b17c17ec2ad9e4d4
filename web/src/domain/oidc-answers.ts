import { ApiFailure } from './failure.js';
import type { Sentence, SentenceInside, SentenceParams } from './sentence.js';

/** Why something about single sign-on was refused; each has a sentence of its own on the page. */
export type OidcRefusalName =
  | 'issuer'
  | 'secret'
  | 'scopes'
  | 'groups'
  | 'needsOn'
  | 'testFirst'
  | 'localAdmin'
  | 'noAddress'
  | 'nothingSaved'
  | 'mismatch'
  | 'away'
  | 'refused'
  | 'unfit'
  | 'noGroup'
  | 'ended';

/** The groups that the provider has named, as far as they are listed, and how many more there are. */
export interface SeenGroups {
  readonly names: string;
  readonly more: number;
}

/** A refusal, with what the sentence about it has in it: words that stay as they are, a reason, or groups. */
export interface OidcRefusal {
  readonly name: OidcRefusalName;
  readonly detail?: string | SentenceInside | SeenGroups;
}

const BY_CODE: ReadonlyMap<string, OidcRefusalName> = new Map([
  ['invalid_issuer', 'issuer'],
  ['client_secret_required', 'secret'],
  ['invalid_scopes', 'scopes'],
  ['invalid_groups', 'groups'],
  ['sso_only_needs_enabled', 'needsOn'],
  ['sso_not_configured', 'nothingSaved'],
  ['sso_test_required', 'testFirst'],
  ['local_admin_required', 'localAdmin'],
  ['external_address_missing', 'noAddress'],
  ['issuer_mismatch', 'mismatch'],
  ['provider_unavailable', 'away'],
  ['provider_refused', 'refused'],
  ['provider_answer_unfit', 'unfit'],
  ['groups_missing', 'noGroup'],
  ['attempt_ended', 'ended'],
  ['session_ended', 'ended'],
  ['unknown_return', 'ended'],
]);

/** Reads a refusal of the settings of single sign-on, of their check or of a sign-in that tries them. */
export function oidcRefusal(failure: unknown): OidcRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { code = '', params } = failure;
  if (code === 'too_long' && params.name === 'issuer') return { name: 'issuer' };
  const name = BY_CODE.get(code);
  return name && { name, ...detailOf(name, failure) };
}

function detailOf(name: OidcRefusalName, { params, reason }: ApiFailure): Omit<OidcRefusal, 'name'> {
  switch (name) {
    case 'mismatch':
      return { detail: wordIn(params.documented) };
    case 'refused':
      return { detail: wordIn(params.word) };
    case 'away':
    case 'unfit':
      return reason ? { detail: reason } : {};
    case 'noGroup':
      return { detail: groupsIn(params.seen) };
    default:
      return {};
  }
}

type Param = SentenceParams[string] | undefined;

const wordIn = (param: Param): string => (typeof param === 'string' ? param : '');

function groupsIn(param: Param): SeenGroups {
  const { groups, more } = (typeof param === 'object' && param.params) || {};
  return { names: wordIn(groups), more: typeof more === 'number' ? more : 0 };
}

/** What a check has found of a provider that answers. */
export interface CheckedProvider {
  /** How it spells its own name, where that is another way than it was typed; empty otherwise. */
  readonly spelled: string;
  /** Empty where the answer doesn't name them. */
  readonly algorithms: string;
}

/** Reads the answer of a check. */
export const checkedProvider = ({ params = {} }: Sentence): CheckedProvider => ({
  spelled: wordIn(params.issuer),
  algorithms: wordIn(params.algorithms),
});

/** Who has tried the sign-in, and what would have become of it. */
export interface TriedSignIn {
  /**
   * `known`: an account of this name; `new`: one would be made; `uninvited`: an invitation is needed; `somebody`: the answer says
   * something else.
   */
  readonly as: 'known' | 'new' | 'uninvited' | 'somebody';
  /** The account's name, else the person's own there; empty where the provider names none. */
  readonly name: string;
  readonly groups: SeenGroups;
}

const TRIED: ReadonlyMap<string, TriedSignIn['as']> = new Map([
  ['oidc_signs_in', 'known'],
  ['oidc_new_account', 'new'],
  ['oidc_new_account_unnamed', 'new'],
  ['oidc_needs_invitation', 'uninvited'],
  ['oidc_needs_invitation_unnamed', 'uninvited'],
]);

/** Reads the answer of a sign-in that only tried the settings. */
export const triedSignIn = ({ code, params = {} }: Sentence): TriedSignIn => ({
  as: TRIED.get(code) ?? 'somebody',
  name: wordIn(params.username ?? params.name),
  groups: groupsIn(params.groups),
});

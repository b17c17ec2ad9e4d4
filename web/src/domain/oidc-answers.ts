import { ApiFailure } from './failure.js';

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

/** A refusal, with what the sentence about it has in it; empty where that is nothing. */
export interface OidcRefusal {
  readonly name: OidcRefusalName;
  readonly detail: string;
}

/** How refusals begin that have no code of their own. */
const BY_SENTENCE: readonly (readonly [string, OidcRefusalName])[] = [
  ['issuer must be ', 'issuer'],
  ['client_secret is required ', 'secret'],
  ['additional_scopes must ', 'scopes'],
  ['allowed_groups must ', 'groups'],
  ['sso_only needs enabled', 'needsOn'],
  ['save issuer and client_id first', 'nothingSaved'],
];

/** Codes, each with what of the server's sentence is worth showing. */
const BY_CODE: Readonly<Record<string, readonly [OidcRefusalName, RegExp?]>> = {
  sso_test_required: ['testFirst'],
  local_admin_required: ['localAdmin'],
  external_address_missing: ['noAddress'],
  issuer_mismatch: ['mismatch', /, but the provider calls itself ([^]*)$/],
  provider_unavailable: ['away', /^the provider could not be used: ([^]*)$/],
  provider_refused: ['refused', /^the provider refused the sign-in: ([^]*)$/],
  provider_answer_unfit: ['unfit', /^([^]*)$/],
  groups_missing: ['noGroup', /; groups seen: ([^]*)$/],
  attempt_ended: ['ended'],
  session_ended: ['ended'],
  unknown_return: ['ended'],
};

/** Reads a refusal of the settings of single sign-on, of their check or of a sign-in that tries them. */
export function oidcRefusal(failure: unknown): OidcRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { code = '', message } = failure;
  if (Object.hasOwn(BY_CODE, code)) {
    const [name, pattern] = BY_CODE[code] as (typeof BY_CODE)[string];
    return { name, detail: pattern?.exec(message)?.[1] ?? '' };
  }
  const found = BY_SENTENCE.find(([beginning]) => message.startsWith(beginning));
  return found && { name: found[1], detail: '' };
}

/** What a check has found of a provider that answers. */
export interface CheckedProvider {
  /** How it spells its own name, where that is another way than it was typed; empty otherwise. */
  readonly spelled: string;
  /** Empty where the answer is worded otherwise. */
  readonly algorithms: string;
}

/** Reads the answer of a check. */
export function checkedProvider(message: string): CheckedProvider {
  const [, spelled = '', algorithms = ''] =
    /^the provider answers(?:, which spells itself ([^]*))?; it signs by ([^;]*)$/.exec(message) ?? [];
  return { spelled, algorithms };
}

/** Who has tried the sign-in, and what would have become of it. */
export interface TriedSignIn {
  /**
   * `known`: an account of this name; `new`: one would be made; `uninvited`: an invitation is needed; `somebody`: the answer is worded
   * otherwise.
   */
  readonly as: 'known' | 'new' | 'uninvited' | 'somebody';
  /** The account's name, else the person's own there; empty where the provider names none. */
  readonly name: string;
  /** Empty where none were seen. */
  readonly groups: string;
}

const TRIED = [
  ['known', /^this person signs in as ([^]*)$/],
  ['new', /^this person, (?:who has no name there|([^]*) there), would get a new account$/],
  [
    'uninvited',
    /^this person, (?:who has no name there|([^]*) there), has no account here and would need an invitation$/,
  ],
] as const;

/** Reads the answer of a sign-in that only tried the settings. */
export function triedSignIn(message: string): TriedSignIn {
  const [, person = '', groups = ''] = /^([^]*); (?:no groups were seen|groups seen: ([^]*))$/.exec(message) ?? [];
  for (const [as, pattern] of TRIED) {
    const found = pattern.exec(person);
    if (found) return { as, name: found[1] ?? '', groups };
  }
  return { as: 'somebody', name: '', groups: '' };
}

import type { OidcRefusalName } from '../domain/oidc-answers.js';

/** What the settings of single sign-on say, in English. Other languages have the same members. */
export const enSso = {
  heading: 'Single sign-on',
  lead: 'People sign in with an account at your own OpenID Connect provider, for example Authelia, Authentik or Keycloak.',
  redirect: 'Redirect address',
  redirectHelp: 'Enter it at your provider as the redirect address (redirect URI) of this app.',
  copy: 'Copy address',
  copied: 'The address is copied.',
  selected: 'The address is selected. Copy it with Ctrl+C, or hold it down on a phone.',
  noRedirect:
    'Single sign-on needs an external address that begins with https://. Save one in Settings → Network first.',
  enabled: 'Allow single sign-on',
  label: 'Name on the button',
  labelHelp: 'People see “Continue with …”.',
  issuer: 'Issuer',
  issuerHelp: 'The address of your provider, as its own page calls it. Usher reads the rest from there.',
  clientId: 'Client ID',
  secret: 'Client secret',
  secretStored: 'A secret is stored. Leave this empty to keep it.',
  secretNone: 'Only if your provider gave you one.',
  removeSecret: 'Remove the stored secret',
  create: 'Create accounts automatically',
  createHelp:
    'Everyone who can sign in at the provider gets an account here. Otherwise they need an invite link first.',
  createChildren:
    'There are children’s accounts here: a child with an own account at the provider that was never linked here gets another one, without limits.',
  only: 'Require single sign-on',
  onlyHelp: 'Members can’t use passwords, passkeys or Plex any more. Administrators still can.',
  onlyHeading: 'Require single sign-on?',
  onlyText: 'Members who signed in with a password, a passkey, an invite link or Plex are signed out now.',
  onlyButton: 'Require it',
  more: 'Groups and more',
  groups: 'Only these groups may sign in',
  groupsHelp: 'One in each line, spelled as at the provider. Leave it empty to let everyone in.',
  groupClaim: 'Claim with the groups',
  groupClaimHelp: 'Usually “groups”.',
  scopes: 'More scopes',
  scopesHelp: 'Separated by blanks. Usher always asks for openid, profile and email.',
  proxy: 'Use the outbound proxy for the provider',
  missing: { issuer: 'Enter the address of your provider.', clientId: 'Enter the client ID.' },
  check: 'Check provider',
  checking: 'Checking…',
  answers: (algorithms: string) =>
    algorithms === '' ? 'The provider answers.' : `The provider answers. It signs with ${algorithms}.`,
  answersAs: (spelled: string, algorithms: string) =>
    `The provider answers. It calls itself ${spelled} and signs with ${algorithms}.`,
  test: 'Try the sign-in',
  testing: 'One moment…',
  testHelp: 'You sign in at the provider and come back here. No account changes.',
  elsewhere: 'To try the sign-in, open Usher at its external address:',
  unfit: 'The server sent an address that can’t be opened safely.',
  saveFirst: 'Save your changes first. Checks use what is saved.',
  isTested: 'Someone has signed in with these settings, so they work.',
  isUntested: 'Nobody has tried these settings yet.',
  outcome: {
    somebody: () => 'The sign-in works.',
    known: (name: string) => `The sign-in works. You would be ${name} here.`,
    new: (name: string) =>
      name === ''
        ? 'The sign-in works. You would get a new account here.'
        : `The sign-in works. You are ${name} there, and would get a new account here.`,
    uninvited: (name: string) =>
      name === ''
        ? 'The sign-in works, but no account here belongs to it. You would need an invite link.'
        : `The sign-in works. You are ${name} there, but no account here belongs to it. You would need an invite link.`,
  },
  groupNames: (names: string, more: number) => (more === 0 ? names : `${names} and ${more} more`),
  groupsSeen: (groups: string) => (groups === '' ? 'The provider named no groups.' : `Your groups there: ${groups}`),
  refusal: {
    issuer: () => 'Enter an address that begins with https://, without a name, password or question mark in it.',
    secret: () => 'Another provider needs a secret of its own. Enter it, or remove the stored one.',
    scopes: () => 'Enter at most 30 scopes, separated by blanks.',
    groups: () => 'Enter at most 100 groups of at most 512 characters.',
    needsOn: () => 'Single sign-on can only be required while it’s allowed.',
    testFirst: () => 'Save these settings and try the sign-in first. Then you can require it.',
    localAdmin: () => 'One administrator needs a password first, so that someone can get in when the provider is down.',
    noAddress: () => 'Single sign-on needs an external address that begins with https://. Save one above first.',
    nothingSaved: () => 'Save the issuer and the client ID first.',
    mismatch: (spelled) => `The provider calls itself ${spelled}. Enter it as the issuer, exactly like that.`,
    away: (reason) => `The provider can’t be used: ${reason}.`,
    refused: (reason) => `The provider refused the sign-in: ${reason}.`,
    unfit: (reason) => `The provider’s answer proves nothing: ${reason}.`,
    noGroup: (groups) =>
      groups === ''
        ? 'You’re in none of the groups that may sign in. The provider named no groups; check the claim and the scopes.'
        : `You’re in none of the groups that may sign in. Your groups there: ${groups}`,
    ended: () => 'That took too long, or the settings have changed since. Try the sign-in again.',
  } satisfies Record<OidcRefusalName, (detail: string) => string>,
};

/** What every language has to say in the settings of single sign-on. */
export type SsoTexts = typeof enSso;

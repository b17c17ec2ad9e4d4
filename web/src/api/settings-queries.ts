import { checkedProvider, type CheckedProvider } from '../domain/oidc-answers.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';

/** Which keys of providers are stored. */
export type StoredKeys = Pick<
  Schemas['CredentialsView'],
  'credentials' | 'tmdb_using_builtin' | 'listprov_using_builtin'
>;

/** A key of a provider that this app can store. */
export type KeyName = 'tmdb_access_token' | 'listprov_client_id';

/** What holds for everybody's requests. */
export type RequestSettings = Schemas['GlobalRequestSettingsView'];

/** How much of a kind everybody may request. */
export type Allowance = Schemas['AllowanceRuleView'];

/** What discovery shows. */
export type DiscoverySettings = Schemas['DiscoverySettingsView'];

/** The way that calls to providers take. */
export type OutboundProxy = Schemas['OutboundProxyView'];

/** The key with which other apps ask this server. */
export type CompatKey = Schemas['CompatKeyView'];

/** What is stored of providers' keys. */
export const credentialsQuery = () => ({
  queryKey: adminKeys.settings('credentials'),
  queryFn: () => bodyOf(api.GET('/api/admin/credentials')),
});

/** Does its provider take this key? Nothing is stored. */
export const tryKey = (name: KeyName, value: string) =>
  bodyOf(api.POST('/api/admin/credentials/test', { body: { name, value } }));

/** What holds for everybody's requests, with the profiles of the libraries. */
export const requestSettingsQuery = () => ({
  queryKey: adminKeys.settings('requests'),
  queryFn: () => bodyOf(api.GET('/api/admin/request-settings')),
});

/** How much everybody may request. */
export const allowancesQuery = () => ({
  queryKey: adminKeys.settings('allowances'),
  queryFn: async (): Promise<readonly Allowance[]> => (await bodyOf(api.GET('/api/admin/request-quotas'))).allowances,
});

/** What discovery shows. */
export const discoverySettingsQuery = () => ({
  queryKey: adminKeys.settings('discovery'),
  queryFn: () => bodyOf(api.GET('/api/admin/discovery-settings')),
});

/** Where the server is reached from outside; '' where nobody has said. */
export const externalAddressQuery = () => ({
  queryKey: adminKeys.settings('address'),
  queryFn: async (): Promise<string> => (await bodyOf(api.GET('/api/admin/external-address'))).external_url,
});

/** The way that calls to providers take. */
export const outboundProxyQuery = () => ({
  queryKey: adminKeys.settings('proxy'),
  queryFn: () => bodyOf(api.GET('/api/admin/outbound-proxy')),
});

/** The key of other apps. Who has it acts as the administrator who made it, so it isn't kept here for long. */
export const compatKeyQuery = () => ({
  queryKey: adminKeys.settings('compat'),
  queryFn: () => bodyOf(api.GET('/api/admin/compat-api')),
  gcTime: 0,
});

/** Whether people sign in by Plex. */
export const plexSignInQuery = () => ({
  queryKey: adminKeys.settings('plex'),
  queryFn: () => bodyOf(api.GET('/api/admin/hub-auth')),
});

/** How single sign-on is set up; of its secret no more than that there is one. */
export const oidcQuery = () => ({
  queryKey: adminKeys.settings('oidc'),
  queryFn: () => bodyOf(api.GET('/api/admin/oidc')),
});

/** Whose downloads members see. */
export const downloadsSettingsQuery = () => ({
  queryKey: adminKeys.settings('downloads'),
  queryFn: () => bodyOf(api.GET('/api/admin/downloads/settings')),
});

/** Saves how single sign-on is set up. */
export const saveOidc = (body: Schemas['OidcConfigBody']) => bodyOf(api.PUT('/api/admin/oidc', { body }));

/** Has the server look whether the provider answers as the saved settings say. */
export const checkOidc = async (): Promise<CheckedProvider> =>
  checkedProvider((await bodyOf(api.POST('/api/admin/oidc/validate'))).sentence);

/** Which of our accounts are linked with which accounts at the hub; the hub is asked anew. */
export const hubCandidatesQuery = () => ({
  queryKey: adminKeys.settings('hub-candidates'),
  queryFn: async () => (await bodyOf(api.GET('/api/admin/hub-auth/candidates'))).candidates,
});

/** So many are confirmed in one call. */
const MAPPINGS_IN_A_CALL = 200;

/** Lets these people sign in by their accounts at the hub. Each call confirms all of its part or none. */
export async function confirmHubCandidates(
  chosen: readonly Pick<Schemas['HubCandidatesView']['candidates'][number], 'user_id' | 'hub_account_id'>[],
): Promise<void> {
  for (let at = 0; at < chosen.length; at += MAPPINGS_IN_A_CALL) {
    const mappings = chosen
      .slice(at, at + MAPPINGS_IN_A_CALL)
      .map(({ user_id, hub_account_id }) => ({ user_id, hub_account_id }));
    await bodyOf(api.POST('/api/admin/hub-auth/confirm', { body: { mappings } }));
  }
}

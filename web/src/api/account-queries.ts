import { api, bodyOf, type Schemas } from './client.js';
import { keys } from './keys.js';

/** A passkey of the reader's. */
export type OwnPasskey = Schemas['PasskeyView'];

/** A media server that the reader may use. */
export type OwnServer = Schemas['OwnServerView'];

/** The names under which answers about the reader's own account are kept. No frame of the socket concerns them. */
export const accountKeys = {
  profile: ['profile'],
  passkeys: ['passkeys'],
  identities: ['identities'],
  servers: ['own-servers'],
  chat: ['own-chat'],
  push: ['own-push'],
  follows: ['follows'],
  devices: keys.devices,
} as const;

/** The reader's own account. */
export const profileQuery = () => ({
  queryKey: accountKeys.profile,
  queryFn: () => bodyOf(api.GET('/api/auth/me')),
});

/** What the reader may still ask for. Every request moves it, as it moves what another one would take. */
export const ownAllowancesQuery = () => ({
  queryKey: ['preview', 'own'],
  queryFn: () => bodyOf(api.GET('/api/me/request-quotas')),
});

/** The reader's passkeys for the address that is open. */
export const passkeysQuery = () => ({
  queryKey: accountKeys.passkeys,
  queryFn: () => bodyOf(api.GET('/api/auth/passkeys')),
});

/** A sign-in elsewhere that is linked with the reader's account. */
export interface LinkedSignIn {
  readonly way: 'hub' | 'oidc';
  /** Names it among the others of its way. */
  readonly id: string;
  readonly name: string;
  readonly since: string;
}

/** Which sign-ins elsewhere are linked with the reader's account? */
export const identitiesQuery = () => ({
  queryKey: accountKeys.identities,
  queryFn: async (): Promise<readonly LinkedSignIn[]> => {
    const [hub, oidc] = await Promise.all([
      bodyOf(api.GET('/api/auth/hub/identities')),
      bodyOf(api.GET('/api/auth/oidc/identities')),
    ]);
    return [
      ...hub.identities.map(({ hub_account_id: id, username, email, created_at: since }) => {
        return { way: 'hub' as const, id: String(id), name: username || email, since };
      }),
      ...oidc.identities.map(({ issuer, created_at: since }) => {
        return { way: 'oidc' as const, id: issuer, name: issuer, since };
      }),
    ];
  },
});

/** Ends the link with a sign-in elsewhere. */
export const unlinkSignIn = ({ way, id }: LinkedSignIn) =>
  way === 'hub'
    ? bodyOf(api.DELETE('/api/auth/hub/identities'))
    : bodyOf(api.DELETE('/api/auth/oidc/identities', { body: { issuer: id } }));

/** The media servers that the reader may use, with the reader's account on each. */
export const ownServersQuery = () => ({
  queryKey: accountKeys.servers,
  queryFn: () => bodyOf(api.GET('/api/media-servers')),
});

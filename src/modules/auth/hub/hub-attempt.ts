import type { Secret } from '../../../core/secrets/secret.js';
import type { HubServer } from '../../instances/instances.public.js';
import type { HubIdentity } from '../../users/users.public.js';
import type { OauthParameters } from '../auth.ports.js';

export type HubPurpose =
  | { readonly kind: 'sign-in' }
  /** To sign this account in by the hub from now on; begun by its session on this device. */
  | { readonly kind: 'link'; readonly userId: number; readonly deviceId: string }
  /** To let a client act for them, which has asked for that with these parameters. */
  | { readonly kind: 'authorize'; readonly parameters: OauthParameters };

export interface HubProgress {
  readonly purpose: HubPurpose;
  readonly pinId: number;
  /** The hub, and the client identifier, that the PIN was begun with. */
  readonly url: string;
  readonly clientId: string;
  /** What the approved PIN has brought, until its owner could be read. */
  token: Secret | null;
  /** Before that the hub isn't asked again. By the clock of the process. */
  nextPollAt: number;
}

/** The name is empty where the account has none, the address for managed people of a home. */
export interface HubPerson extends Pick<HubIdentity, 'hubAccountId' | 'username' | 'email'> {
  /** The servers that they own or were given a part in, and have accepted; none where that decides nothing. */
  readonly servers: readonly HubServer[];
}

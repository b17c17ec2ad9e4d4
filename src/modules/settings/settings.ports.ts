import type { Caller } from '../../core/access/caller.js';
import type { ReadTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';
import type { Secret } from '../../core/secrets/secret.js';
import type { SecretSetting } from './secret-settings.repository.js';

/** A key of an outside provider that administrators may store: the module that calls the provider registers it. */
export interface ProviderCredential {
  readonly name: string;
  /** Where it is kept. Its owner reads it anew for each use, so that a change counts at once. */
  readonly setting: SecretSetting;
  /** Does the server come with a key of its own, for as long as none is stored? */
  readonly isBuiltIn: boolean;

  /** Not inside a transaction. @throws AppError 422 when the provider refuses the key, 503 when it can't be asked */
  judge(candidate: Secret): Promise<void>;
}

export const PROVIDER_CREDENTIALS = new Port<ProviderCredential>('settings.provider-credentials');

/** An administrator has stored another key of an outside provider, or removed one. */
export class ProviderKeyChanged {
  /** @param name the key's name on the wire, see {@link ProviderCredential} */
  constructor(readonly name: string) {}
}

/** One thing that an administrator sets up: the module that needs it registers it. */
export interface SetupStep {
  readonly key: string;
  readonly title: string;
  /** What it is good for, in a sentence for the administrator. */
  readonly description: string;
  /** Is the server whole without it? */
  readonly optional: boolean;

  /** Is it done at this moment? Asked anew each time, never stored. */
  isConfigured(tx: ReadTx): Promise<boolean>;

  /** Does it hold outside of the database too, such as on the disk? Asked after the transaction, of what is configured. */
  holds?(): Promise<boolean>;
}

export const SETUP_STEPS = new Port<SetupStep>('settings.setup-steps');

/** What GET /api/config says that this server can do. */
export type ClientCapabilityName =
  | 'admin_catalog_browsing'
  | 'ai'
  | 'allow_reporting'
  | 'cover_4k_badges'
  | 'downloads_activity'
  | 'hub_access_requestable'
  | 'instance_assignments'
  | 'issues_enabled'
  | 'listprov'
  | 'media_account_management'
  | 'request_quotas'
  | 'requester_tagging'
  | 'setbox_remote'
  | 'tmdb'
  | 'tv_library_navigation'
  | 'tv_match_corrections';

/** Something that clients offer only where the server can do it: the module that does it registers it. */
export interface ClientCapability {
  readonly name: ClientCapabilityName;

  /** May this caller be offered it at this moment? */
  isOffered(tx: ReadTx, caller: Caller): Promise<boolean>;
}

/** Where {@link ClientCapability}s are registered. What nobody registers is reported as missing. */
export const CLIENT_CAPABILITIES = new Port<ClientCapability>('settings.client-capabilities');

/** A capability that everybody has wherever the module that registers it is. */
export const always = (name: ClientCapabilityName): ClientCapability => ({
  name,
  isOffered: () => Promise.resolve(true),
});

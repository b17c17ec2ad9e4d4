import type { KeyIssuer } from '../../core/access/caller.js';
import type { ReadTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** Judges the key of the compatibility interface. The module that issues it registers the one answer. */
export interface CompatKeyJudge {
  /**
   * For whom the key's holder acts; null for a wrong key, or where its issuer administers no more. @throws any error if it can't be judged
   */
  issuerOf(brought: string): Promise<Omit<KeyIssuer, 'confirm'> | null>;

  /** Does this key still open the interface? @throws any error when it couldn't be judged */
  isValid(tx: ReadTx, brought: string): Promise<boolean>;
}

/** Judges what a client asks of the authorization endpoint. The module that authorizes clients registers the one answer. */
export interface OauthRequestJudge {
  /** Resolves when the client may be authorized by these parameters. @throws AppError 400 naming the first fault */
  judge(parameters: OauthParameters): Promise<void>;
}

export type OauthParameters = Readonly<Record<string, readonly string[]>>;

export const OAUTH_REQUEST_JUDGE = new Port<OauthRequestJudge>('auth.oauth-request-judge');

export const COMPAT_KEY_JUDGE = new Port<CompatKeyJudge>('auth.compat-key-judge');

import type { KeyIssuer } from '../../core/access/caller.js';
import type { ReadTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** Judges the key of the compatibility interface. The module that issues it registers the one answer. */
export interface CompatKeyJudge {
  /**
   * Returns the administrator for whom the holder of this key acts now. Null when the key was refused: it is empty,
   * another one, or its issuer is no administrator any more.
   *
   * @throws any error when it couldn't be judged
   */
  issuerOf(brought: string): Promise<Omit<KeyIssuer, 'confirm'> | null>;

  /**
   * Does this key open the interface still, as this transaction sees it?
   *
   * @throws any error when it couldn't be judged
   */
  isValid(tx: ReadTx, brought: string): Promise<boolean>;
}

/** Judges what a client asks of the authorization endpoint. The module that authorizes clients registers the one answer. */
export interface OauthRequestJudge {
  /**
   * Resolves when the client may be authorized by these parameters.
   *
   * @param parameters by name, each as often as it was given
   * @throws AppError 400 naming the first fault
   */
  judge(parameters: OauthParameters): Promise<void>;
}

/** Parameters of the authorization endpoint by name. Source: doc 3 section 12.1, `oauth`. */
export type OauthParameters = Readonly<Record<string, readonly string[]>>;

/** Where the {@link OauthRequestJudge} is registered. */
export const OAUTH_REQUEST_JUDGE = new Port<OauthRequestJudge>('auth.oauth-request-judge');

/** Where the {@link CompatKeyJudge} is registered. */
export const COMPAT_KEY_JUDGE = new Port<CompatKeyJudge>('auth.compat-key-judge');

import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { CurrentKey } from '../key/judge-key.js';

/** The key of the compatibility interface. Source: doc 2, Compat key. */
export interface CompatKeyView {
  /** Is there a valid key? Where there is none, nothing else is told. */
  readonly configured: boolean;
  /** What other tools send as `X-Api-Key`. */
  readonly api_key?: string;
  /** The name of the administrator who issued it, and for whom its holder acts. */
  readonly issued_by?: string;
  readonly created_at?: Rfc3339;
}

export function compatKeyView(keyInUse: CurrentKey | null): CompatKeyView {
  if (!keyInUse) return { configured: false };
  const { key, issuer, issuedAt } = keyInUse;
  return { configured: true, api_key: key.reveal(), issued_by: issuer.username, created_at: rfc3339(issuedAt) };
}

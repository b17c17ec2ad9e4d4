import { SECRET_NAMES, type SecretName } from '../credentials/credential-names.js';
import type { KeyState } from '../credentials/provider-keys.service.js';

type StoredFlags = Readonly<Record<SecretName, boolean>>;

/** The answer of GET /api/admin/credentials: which keys are stored, and nothing of them. Source: doc 3 section 2.4. */
export interface CredentialsView extends StoredFlags {
  readonly credentials: StoredFlags;
  readonly tmdb_using_builtin: boolean;
  readonly listprov_using_builtin: boolean;
  readonly ai: typeof NO_AI;
}

const NO_SELECTION = { provider: '', model: '' } as const;

/** The AI profile of a server that has no AI provider to choose from. Source: doc 3 section 8.6. */
const NO_AI = {
  config: NO_SELECTION,
  openai_reasoning_effort: '',
  local_openai_base_url: '',
  local_openai_reasoning_effort: '',
  providers: [],
  health_check: { enabled: false, interval_hours: 24, last_checked_at: null },
  shared: { config: NO_SELECTION, configured: false },
} as const;

export function credentialsView(states: Readonly<Record<SecretName, KeyState>>): CredentialsView {
  const stored = Object.fromEntries(SECRET_NAMES.map((name) => [name, states[name].stored])) as StoredFlags;
  return {
    ...stored,
    credentials: stored,
    tmdb_using_builtin: states.tmdb_access_token.builtIn,
    listprov_using_builtin: states.listprov_client_id.builtIn,
    ai: NO_AI,
  };
}

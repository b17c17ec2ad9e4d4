/** Keys of outside providers, in the order of the interface. They are write-only. Source: doc 3 section 2.4. */
export const SECRET_NAMES = [
  'tmdb_access_token',
  'anthropic_key',
  'openai_key',
  'gemini_key',
  'grok_key',
  'local_openai_key',
  'listprov_client_id',
] as const;

/** What the same route takes beside the keys. Source: doc 3 section 2.4. */
const PLAIN_NAMES = [
  'ai_provider',
  'ai_model',
  'ai_health_check_enabled',
  'openai_reasoning_effort',
  'local_openai_base_url',
  'local_openai_reasoning_effort',
] as const;

/** Every name that the route takes. */
export const CREDENTIAL_NAMES = [...SECRET_NAMES, ...PLAIN_NAMES] as const;

/** The name of a provider's key on the wire. */
export type SecretName = (typeof SECRET_NAMES)[number];

/** Is this the name of a provider's key? */
export const isSecretName = (name: string): name is SecretName => SECRET_NAMES.some((known) => known === name);

/** Is this a name that the route takes at all? */
export const isCredentialName = (name: string): boolean => CREDENTIAL_NAMES.some((known) => known === name);

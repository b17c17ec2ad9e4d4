import { Secret } from '../../../core/secrets/secret.js';
import {
  credentialRequired,
  credentialTooLong,
  credentialUnprintable,
  unknownCredentialKey,
} from '../administration.errors.js';

/** Keys of outside providers, in the order of the interface. They are write-only. */
export const SECRET_NAMES = [
  'tmdb_access_token',
  'anthropic_key',
  'openai_key',
  'gemini_key',
  'grok_key',
  'local_openai_key',
  'listprov_client_id',
] as const;

/** Keys that may be tried before they are saved. */
export const TRIED_NAMES = ['tmdb_access_token', 'listprov_client_id'] as const;

const PLAIN_NAMES = [
  'ai_provider',
  'ai_model',
  'ai_health_check_enabled',
  'openai_reasoning_effort',
  'local_openai_base_url',
  'local_openai_reasoning_effort',
] as const;

export const CREDENTIAL_NAMES = [...SECRET_NAMES, ...PLAIN_NAMES] as const;

export type SecretName = (typeof SECRET_NAMES)[number];

export const isSecretName = (name: string): name is SecretName => SECRET_NAMES.some((known) => known === name);

const isCredentialName = (name: string): boolean => CREDENTIAL_NAMES.some((known) => known === name);

const LONGEST = 4096;

export interface Candidate {
  readonly name: string;
  readonly value: Secret;
}

/**
 * Trimmed. Blank ones are passed over: a form sends them for what it didn't ask about. One that can't be taken refuses them all.
 * @throws AppError 400 with the first fault; it never repeats a value
 */
export function readCandidates(entries: readonly (readonly [name: string, text: string])[]): readonly Candidate[] {
  return entries.flatMap(([name, text]) => {
    if (!isCredentialName(name)) throw unknownCredentialKey(name);
    const value = text.trim();
    if (value === '') return [];
    if (value.length > LONGEST) throw credentialTooLong(name, LONGEST);
    if (!/^[\x21-\x7e]+$/.test(value)) throw credentialUnprintable(name);
    return [{ name, value: Secret.of(value) }];
  });
}

/** As {@link readCandidates}, of one that can't be passed over. @throws AppError 400 for a blank one, too */
export function readCandidate(name: string, text: string): Candidate {
  const [candidate] = readCandidates([[name, text]]);
  if (!candidate) throw credentialRequired(name);
  return candidate;
}

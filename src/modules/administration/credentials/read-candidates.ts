import { Secret } from '../../../core/secrets/secret.js';
import { credentialTooLong, credentialUnprintable, unknownCredentialKey } from '../administration.errors.js';
import { isCredentialName } from './credential-names.js';

const LONGEST = 4096;

/** A value that is to be stored. */
export interface Candidate {
  readonly name: string;
  readonly value: Secret;
}

/**
 * The values that an administrator wants to store, without the blanks around them. Blank ones are passed over: a form
 * sends them for what it didn't ask about. All or nothing: one that can't be taken refuses them all.
 *
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

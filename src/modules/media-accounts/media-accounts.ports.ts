import type { ActingAdministrator } from '../../core/access/caller.js';
import type { WriteTx } from '../../core/database/database.js';
import type { Secret } from '../../core/secrets/secret.js';
import { Port } from '../../core/ports/port-registry.js';

export interface AdmittedPerson {
  readonly userId: number;
  readonly username: string;
  /** By which a new account signs in the first time; null for one that was there. */
  readonly invitation: {
    readonly link: Secret;
    /** Who has said at which address the server is found. */
    readonly originSource: 'external_address' | 'app';
  } | null;
}

export interface PersonToAdmit {
  readonly name: string;
  /** The address that the administrator's app uses; empty when it doesn't say. */
  readonly serverUrl: string;
}

/** Makes accounts, and links that sign in. The module that does so registers the one answer. */
export interface PersonAdmission {
  /** Is it known at which address the links of new people find the server? @throws AppError 400 where it isn't */
  requireAddress(serverUrl: string): Promise<void>;

  /** Inside the write that links it. @throws AppError 400 for a name no account can bear; UniqueViolation when it was just taken */
  admit(tx: WriteTx, person: PersonToAdmit, by: ActingAdministrator): Promise<AdmittedPerson>;
}

export const PERSON_ADMISSION = new Port<PersonAdmission>('media-accounts.person-admission');

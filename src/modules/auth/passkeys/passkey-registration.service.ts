import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import {
  type Account,
  AccountsRepository,
  DevicesRepository,
  maySignInByPasskey,
  type Passkey,
  PasskeysRepository,
} from '../../users/users.public.js';
import {
  ceremonyEnded,
  passkeyInUse,
  passkeyNotFound,
  passkeyRefused,
  passkeysNotEnabled,
  tooManyPasskeys,
} from '../auth.errors.js';
import type { AnswerFault, Attestation } from './authenticator-answer.js';
import {
  CeremoniesService,
  type Ceremony,
  type CeremonySubject,
  creationOptions,
  type CreationOptions,
} from './ceremonies.service.js';
import { judgeAttestation } from './judge-attestation.js';
import type { RelyingParty } from './relying-party.js';

/** The account and the device of a session. */
type Owner = Pick<Caller, 'userId' | 'deviceId'>;

/** Who registers a passkey: by a session, or by a link. */
type RegistrationSubject = Exclude<CeremonySubject, { readonly purpose: 'sign-in' }>;

/** A registration as its client begins it. */
export interface BegunRegistration {
  readonly sessionId: string;
  readonly options: CreationOptions;
}

/** What a client brings to finish a registration. */
export interface FinishedRegistration {
  readonly sessionId: string;
  readonly answer: Attestation;
  /** What the person calls the passkey; empty becomes "Passkey". */
  readonly name: string;
}

/** Source: doc 3 section 1.8, default credential name. */
const UNNAMED = 'Passkey';

/** More than any person has, and the options that exclude them all stay small. */
const MOST_PASSKEYS = 100;

/** The cause of a refusal in words. */
const CAUSES: Readonly<Record<AnswerFault, string>> = {
  unreadable: 'its answer can not be read',
  wrong_type: 'its answer is of another kind',
  wrong_challenge: 'it answers another request',
  wrong_origin: 'it was made at another address than the one by which this server was reached',
  embedded: 'it was made inside a page of another site',
  wrong_host: 'it was made for another host',
  no_user_verification: 'the device did not check who uses it: a PIN, a fingerprint or a face is needed',
  backup_flags: 'it says to be copied, and that it can not be',
  unsupported_key: 'its kind of key is not supported',
  unverified: 'its answer could not be verified',
};

/** Registers passkeys, by a session of their account or by a link, lists and deletes them. */
@Injectable()
export class PasskeyRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: CeremoniesService,
  ) {}

  /** The account's passkeys for the host that was asked, the newest first. */
  list({ userId }: Owner, { rpId }: RelyingParty): Promise<readonly Passkey[]> {
    return this.database.read((tx) => this.passkeys.ofUser(tx, userId, rpId));
  }

  /** @throws AppError 403 for an account without passkeys */
  beginOwn({ userId, deviceId }: Owner, party: RelyingParty): Promise<BegunRegistration> {
    return this.begin({ purpose: 'registration', userId, deviceId }, party);
  }

  /**
   * Keeps a passkey that this session has begun to register.
   *
   * @throws AppError 400 with the cause; 401 when the session's device was revoked meanwhile, 403 when passkeys were switched
   *   off for the account
   */
  finishOwn({ userId, deviceId }: Owner, party: RelyingParty, registration: FinishedRegistration): Promise<void> {
    const subject = { purpose: 'registration', userId, deviceId } as const;
    return this.finish(subject, party, registration, (tx) => this.devices.requireUnrevoked(tx, deviceId));
  }

  /**
   * Deletes a passkey of the account, good for any host.
   *
   * @param id the credential id in lower-case hex
   * @throws AppError 404 where the account has none of this id; 401 when the session's device was revoked meanwhile
   */
  async remove({ userId, deviceId }: Owner, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      if (!(await this.passkeys.remove(tx, userId, id))) throw passkeyNotFound();
    });
  }

  /** @throws AppError 403 for an account without passkeys, 401 when it was deleted meanwhile */
  async begin(subject: RegistrationSubject, party: RelyingParty): Promise<BegunRegistration> {
    const { account, owned } = await this.database.read(async (tx) => ({
      account: await this.requireAllowed(tx, subject.userId),
      owned: (await this.passkeys.ofUser(tx, subject.userId, party.rpId)).map(({ id }) => id),
    }));
    const { sessionId, challenge } = this.ceremonies.begin(subject, party, `account ${account.id}`);
    return { sessionId, options: creationOptions({ challenge, rpId: party.rpId, account, owned }) };
  }

  /**
   * Keeps the passkey that an authenticator has made. The ceremony is used up, also where that fails.
   *
   * @param confirm judges, inside the write, whether the caller still may; what it writes is kept only with the passkey
   * @throws AppError 400 with the cause for what was judged and refused; 401 and 403 when the right has ended meanwhile
   */
  async finish(
    subject: RegistrationSubject,
    party: RelyingParty,
    { sessionId, answer, name }: FinishedRegistration,
    confirm: (tx: WriteTx) => Promise<void>,
  ): Promise<void> {
    const ceremony = this.ceremonies.take(sessionId, subject.purpose, party);
    if (!ceremony || !isOf(ceremony, subject)) throw ceremonyEnded();
    const made = await judgeAttestation(answer, ceremony);
    if (typeof made === 'string') throw passkeyRefused(`passkey_${made}`, CAUSES[made]);
    const { userId } = subject;
    const passkey = { ...made, userId, rpId: party.rpId, name: name.trim() || UNNAMED };
    try {
      await this.database.write(async (tx) => {
        await confirm(tx);
        await this.requireAllowed(tx, userId);
        if (await this.passkeys.find(tx, passkey.id)) throw passkeyInUse();
        if ((await this.passkeys.count(tx, userId)) >= MOST_PASSKEYS) throw tooManyPasskeys();
        await this.passkeys.add(tx, passkey);
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? passkeyInUse() : fault;
    }
  }

  private async requireAllowed(tx: ReadTx, userId: number): Promise<Account> {
    const account = await this.accounts.byId(tx, userId);
    if (!account) throw unauthorized();
    if (!maySignInByPasskey(account)) throw passkeysNotEnabled();
    return account;
  }
}

/** Has the subject that finishes the ceremony begun it? */
function isOf(ceremony: Ceremony<RegistrationSubject['purpose']>, subject: RegistrationSubject): boolean {
  return Object.entries(subject).every(([name, value]) => Reflect.get(ceremony, name) === value);
}

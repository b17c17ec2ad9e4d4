import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import {
  type Account,
  AccountsRepository,
  DevicesRepository,
  maySignInByPasskey,
  type Passkey,
  type PasskeySetupToken,
  PasskeysRepository,
} from '../../users/users.public.js';
import {
  ceremonyEnded,
  passkeyInUse,
  passkeyNotFound,
  passkeyRefused,
  passkeysNotEnabled,
  setupTokenRefused,
  tooManyPasskeys,
} from '../auth.errors.js';
import { linkOrigin } from '../connect-links/connect-link.js';
import { isTokenText, newToken, tokenHash } from '../sessions/token-text.js';
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

type Owner = Pick<Caller, 'userId' | 'deviceId'>;

type RegistrationSubject = Exclude<CeremonySubject, { readonly purpose: 'sign-in' }>;

export interface BegunRegistration {
  readonly sessionId: string;
  readonly options: CreationOptions;
}

export interface FinishedRegistration {
  readonly sessionId: string;
  readonly answer: Attestation;
  /** What the person calls the passkey; empty becomes "Passkey". */
  readonly name: string;
}

/** A link to a page on which one passkey can be registered, on another device perhaps. */
export interface SetupLink {
  readonly link: Secret;
  readonly expiresAt: number;
}

const UNNAMED = 'Passkey';

const LINK_LIFETIME_MS = 10 * 60_000;

/** More than any person has, and the options that exclude them all stay small. */
const MOST_PASSKEYS = 100;

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

/** The passkeys of accounts: registered by a session or by a setup link, listed and deleted by their owner. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: CeremoniesService,
    private readonly externalAddress: ExternalAddressRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** The account's passkeys for the host that was asked, the newest first. */
  list({ userId }: Owner, { rpId }: RelyingParty): Promise<readonly Passkey[]> {
    return this.database.read((tx) => this.passkeys.ofUser(tx, userId, rpId));
  }

  /**
   * @param id the credential id in lower-case hex @throws AppError 404 for none of the account; 401 when the device was revoked meanwhile
   */
  async remove({ userId, deviceId }: Owner, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      if (!(await this.passkeys.remove(tx, userId, id))) throw passkeyNotFound();
    });
  }

  /**
   * In place of this device's earlier one; to the external address, else this request's origin. @throws AppError 401 for a revoked device
   */
  async issueLink({ userId, deviceId }: Owner, { origin }: RelyingParty): Promise<SetupLink> {
    const token = newToken(this.random);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + LINK_LIFETIME_MS;
    const external = await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      await this.passkeys.replaceSetupToken(tx, {
        tokenHash: tokenHash(token),
        userId,
        deviceId,
        createdAt,
        expiresAt,
      });
      return this.externalAddress.get(tx);
    });
    const server = linkOrigin(external, origin).origin + this.settings.basePath;
    return { link: Secret.of(`${server}/passkeys/create?token=${token.reveal()}`), expiresAt };
  }

  /** @throws AppError 403 for an account without passkeys */
  beginBySession({ userId, deviceId }: Owner, party: RelyingParty): Promise<BegunRegistration> {
    return this.begin({ purpose: 'registration', userId, deviceId }, party);
  }

  /** @throws AppError 401 for a token that is unknown, used, expired or ended; 403 for an account without passkeys */
  async beginByLink(token: string, party: RelyingParty): Promise<BegunRegistration> {
    const { tokenHash: hash, userId } = await this.requireToken(token, 401);
    return this.begin({ purpose: 'setup', userId, tokenHash: hash }, party);
  }

  /** @throws AppError 400 with the cause; 401 when the device was revoked meanwhile, 403 when passkeys were switched off */
  finishBySession({ userId, deviceId }: Owner, party: RelyingParty, registration: FinishedRegistration): Promise<void> {
    return this.finish({ purpose: 'registration', userId, deviceId }, party, registration);
  }

  /** Keeps the passkey and uses the token up: both or neither. @throws AppError 400 with the cause; 403 when passkeys were switched off */
  async finishByLink(token: string, party: RelyingParty, registration: FinishedRegistration): Promise<void> {
    const { tokenHash: hash, userId } = await this.requireToken(token, 400);
    await this.finish({ purpose: 'setup', userId, tokenHash: hash }, party, registration);
  }

  private async begin(subject: RegistrationSubject, party: RelyingParty): Promise<BegunRegistration> {
    const { account, owned } = await this.database.read(async (tx) => ({
      account: await this.requireAllowed(tx, subject.userId),
      owned: (await this.passkeys.ofUser(tx, subject.userId, party.rpId)).map(({ id }) => id),
    }));
    const { sessionId, challenge } = this.ceremonies.begin(subject, party, `account ${account.id}`);
    return { sessionId, options: creationOptions({ challenge, rpId: party.rpId, account, owned }) };
  }

  /** The ceremony is used up, also where that fails. */
  private async finish(
    subject: RegistrationSubject,
    party: RelyingParty,
    { sessionId, answer, name }: FinishedRegistration,
  ): Promise<void> {
    const ceremony = this.ceremonies.take(sessionId, subject.purpose, party);
    if (!ceremony || !isOf(ceremony, subject)) throw ceremonyEnded();
    const made = await judgeAttestation(answer, ceremony);
    if (typeof made === 'string') throw passkeyRefused(`passkey_${made}`, CAUSES[made]);
    const { userId } = subject;
    const passkey = { ...made, userId, rpId: party.rpId, name: name.trim() || UNNAMED };
    try {
      await this.database.write(async (tx) => {
        await this.requireRight(tx, subject);
        await this.requireAllowed(tx, userId);
        if (await this.passkeys.find(tx, passkey.id)) throw passkeyInUse();
        if ((await this.passkeys.count(tx, userId)) >= MOST_PASSKEYS) throw tooManyPasskeys();
        await this.passkeys.add(tx, passkey);
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? passkeyInUse() : fault;
    }
  }

  /** The session's device must still be signed in; the token of a link is used up. */
  private async requireRight(tx: WriteTx, subject: RegistrationSubject): Promise<void> {
    if (subject.purpose === 'registration') return this.devices.requireUnrevoked(tx, subject.deviceId);
    const hash = subject.tokenHash;
    if (!(await this.findLive(tx, hash)) || !(await this.passkeys.useSetupToken(tx, hash)))
      throw setupTokenRefused(400);
  }

  private async requireAllowed(tx: ReadTx, userId: number): Promise<Account> {
    const account = await this.accounts.byId(tx, userId);
    if (!account) throw unauthorized();
    if (!maySignInByPasskey(account)) throw passkeysNotEnabled();
    return account;
  }

  /** Refuses a token on sight, before any work is done for it. */
  private async requireToken(token: string, status: 400 | 401): Promise<PasskeySetupToken> {
    const found = isTokenText(token)
      ? await this.database.readOne((tx) => this.findLive(tx, tokenHash(Secret.of(token))))
      : null;
    if (!found) throw setupTokenRefused(status);
    return found;
  }

  private async findLive(tx: ReadTx, hash: string): Promise<PasskeySetupToken | null> {
    const token = await this.passkeys.findSetupToken(tx, hash);
    return token && this.clock.now() < token.expiresAt ? token : null;
  }
}

function isOf(ceremony: Ceremony<RegistrationSubject['purpose']>, subject: RegistrationSubject): boolean {
  return Object.entries(subject).every(([name, value]) => Reflect.get(ceremony, name) === value);
}

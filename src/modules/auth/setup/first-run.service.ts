import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { AccountsRepository, type DeviceClaim } from '../../users/users.public.js';
import { requireAccountName } from '../accounts/account-name.js';
import { setupCompleted, usernameTaken, wrongSetupCode } from '../auth.errors.js';
import { PasswordsService, requireNewPassword } from '../passwords/passwords.service.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';

const SETUP_COMPLETED = defineSetting({ key: 'setup_completed', schema: z.boolean(), fallback: false });

/** Crockford's base 32: no letter that can be taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const SYMBOLS = 16;

/** So many symbols a code must keep without its dashes; a shorter one is compared as it stands. */
const FEWEST_SYMBOLS = 8;

/** Blanks and dashes of every kind: a code is pasted out of terminals, chats and word processors. */
const SEPARATORS = /[\s\p{Pd}]/gu;

export interface FirstVisitor {
  readonly username: string;
  readonly password: Secret;
  readonly setupCode: string;
  readonly device: DeviceClaim;
}

/** SETUP_CODE, else a code made at each start, proves that the visitor is who started the server; SETUP_CODE=off asks for none. */
@Injectable()
export class FirstRunService implements OnModuleInit {
  private readonly code: Secret | null;
  /** What is compared; the code itself where hardly anything is left of it without its dashes. */
  private readonly comparedCode: Secret | null;

  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly accounts: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly provisioning: AccountProvisioningService,
    private readonly issuer: SessionIssuerService,
    @InjectSettings() { setupCode }: Settings,
    random: Random,
  ) {
    this.code = setupCode === 'off' ? null : (setupCode ?? newSetupCode(random));
    const symbols = withoutSeparators(this.code?.reveal() ?? '');
    this.comparedCode = symbols.length < FEWEST_SYMBOLS ? this.code : Secret.of(symbols);
  }

  /** Where accounts exist, there is nothing to set up: the flag is added if it is missing. */
  async onModuleInit(): Promise<void> {
    if (await this.isComplete()) return;
    await this.database.write(async (tx) => {
      if (await this.accounts.any(tx)) await this.complete(tx);
    });
  }

  /** Has the first administrator been made? Once it is so, it stays so. */
  isComplete(): Promise<boolean> {
    return this.database.read((tx) => this.store.get(tx, SETUP_COMPLETED));
  }

  /** The code to show to the one who started the server; null when none is needed, now or any more. */
  async currentCode(): Promise<Secret | null> {
    return (await this.isComplete()) ? null : this.code;
  }

  /** Does the server ask for no code? */
  get isCodeOff(): boolean {
    return this.code === null;
  }

  /**
   * One of those who come at the same time. @throws AppError 400 for a name or password, 409 when the setup is done, 403 for a wrong code
   */
  async setUp({ username, password, setupCode, device }: FirstVisitor): Promise<IssuedSession> {
    requireAccountName(username, 'username');
    requireNewPassword(password);
    if (await this.isComplete()) throw setupCompleted();
    if (!this.isCode(setupCode)) throw wrongSetupCode();
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.database.write(async (tx) => {
        if (!(await this.complete(tx))) throw setupCompleted();
        const account = await this.provisioning.create(tx, { username, role: 'admin', passwordHash });
        return this.issuer.open(tx, account, device);
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? usernameTaken() : fault;
    }
  }

  /** Blanks, dashes and case don't matter, and the time says nothing about the code. Any text will do where no code is asked for. */
  private isCode(presented: string): boolean {
    if (this.comparedCode === null) return true;
    return this.comparedCode.equals(this.comparedCode === this.code ? presented : withoutSeparators(presented));
  }

  /** Answers false when it was done before: of two concurrent calls one gets true. */
  private complete(tx: WriteTx): Promise<boolean> {
    return this.store.insertOnce(tx, SETUP_COMPLETED, true);
  }
}

/** A code to be read off a terminal and typed: 80 random bits as `XXXX-XXXX-XXXX-XXXX`. */
export function newSetupCode(random: Random): Secret {
  // 256 is a multiple of 32: each symbol is as likely as any other.
  const symbols = [...random.bytes(SYMBOLS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return Secret.of(symbols.replace(/(.{4})(?=.)/g, '$1-'));
}

const withoutSeparators = (code: string): string => code.replace(SEPARATORS, '').toUpperCase();

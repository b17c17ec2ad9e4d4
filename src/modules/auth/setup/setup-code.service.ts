import { Injectable } from '@nestjs/common';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { SetupStateService } from './setup-state.service.js';

/** Crockford's base 32: no letter that can be taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const SYMBOLS = 16;

/** A code to be read off a terminal and typed: 80 random bits as `XXXX-XXXX-XXXX-XXXX`. */
export function newSetupCode(random: Random): Secret {
  // 256 is a multiple of 32: each symbol is as likely as any other.
  const symbols = [...random.bytes(SYMBOLS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return Secret.of(symbols.replace(/(.{4})(?=.)/g, '$1-'));
}

/**
 * What proves that the visitor who sets the server up is the one who started it: SETUP_CODE, else a code made at each
 * start. SETUP_CODE=off asks for none. Source: doc 3, decision on first-run setup, and section 10.
 */
@Injectable()
export class SetupCodeService {
  private readonly code: Secret | null;

  constructor(
    private readonly state: SetupStateService,
    @InjectSettings() { setupCode }: Settings,
    random: Random,
  ) {
    this.code = setupCode === 'off' ? null : (setupCode ?? newSetupCode(random));
  }

  /** The code to show to the one who started the server; null when none is needed, now or any more. */
  async current(): Promise<Secret | null> {
    return (await this.state.isComplete()) ? null : this.code;
  }

  /** Does the server ask for no code? */
  get isOff(): boolean {
    return this.code === null;
  }

  /** Is this the code? The time it takes says nothing about it. Without a code every text is. */
  accepts(presented: string): boolean {
    return this.code === null || this.code.equals(presented);
  }
}

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

/** So many symbols a code must keep without its dashes; a shorter one is compared as it stands. */
const FEWEST_SYMBOLS = 8;

/** Blanks and dashes of every kind: a code is pasted out of terminals, chats and word processors. */
const SEPARATORS = /[\s\p{Pd}]/gu;

/** A code without what gets lost on its way: blanks, dashes and case. */
const folded = (code: string): string => code.replace(SEPARATORS, '').toUpperCase();

/**
 * What proves that the visitor who sets the server up is the one who started it: SETUP_CODE, else a code made at each
 * start. SETUP_CODE=off asks for none. Source: doc 3, decision on first-run setup, and section 10.
 */
@Injectable()
export class SetupCodeService {
  private readonly code: Secret | null;
  /** What is compared; the code itself where hardly anything is left of it without its dashes. */
  private readonly compared: Secret | null;

  constructor(
    private readonly state: SetupStateService,
    @InjectSettings() { setupCode }: Settings,
    random: Random,
  ) {
    this.code = setupCode === 'off' ? null : (setupCode ?? newSetupCode(random));
    const symbols = folded(this.code?.reveal() ?? '');
    this.compared = symbols.length < FEWEST_SYMBOLS ? this.code : Secret.of(symbols);
  }

  /** The code to show to the one who started the server; null when none is needed, now or any more. */
  async current(): Promise<Secret | null> {
    return (await this.state.isComplete()) ? null : this.code;
  }

  /** Does the server ask for no code? */
  get isOff(): boolean {
    return this.code === null;
  }

  /**
   * Is this the code? Blanks, dashes and case don't matter. The time it takes says nothing about the code. Without a code
   * every text is.
   */
  accepts(presented: string): boolean {
    if (this.compared === null) return true;
    return this.compared.equals(this.compared === this.code ? presented : folded(presented));
  }
}

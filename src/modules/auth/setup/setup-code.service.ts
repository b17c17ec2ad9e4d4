import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import { newSetupCode } from './setup-code-text.js';
import { SetupStateService } from './setup-state.service.js';

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

  /** Is this the code? The time it takes says nothing about it. Without a code every text is. */
  accepts(presented: string): boolean {
    return this.code === null || this.code.equals(presented);
  }
}

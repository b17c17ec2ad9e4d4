import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';

const SETUP_COMPLETED = defineSetting({ key: 'setup_completed', schema: z.boolean(), fallback: false });

/** Has the first administrator been made? Once it is so, it stays so. Source: doc 3 section 1.7. */
@Injectable()
export class SetupStateService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Where accounts exist, there is nothing to set up: the flag is added if it is missing. */
  async onModuleInit(): Promise<void> {
    if (await this.isComplete()) return;
    await this.database.write(async (tx) => {
      if (await this.accounts.any(tx)) await this.complete(tx);
    });
  }

  /** Is the first-run setup done? */
  isComplete(): Promise<boolean> {
    return this.database.read((tx) => this.settings.get(tx, SETUP_COMPLETED));
  }

  /** Marks the setup as done. Answers false when it was done before: of two concurrent calls one gets true. */
  complete(tx: WriteTx): Promise<boolean> {
    return this.settings.insertOnce(tx, SETUP_COMPLETED, true);
  }
}

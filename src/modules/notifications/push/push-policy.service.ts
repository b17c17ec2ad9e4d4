import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import {
  changedPolicy,
  OPEN_POLICY,
  PUSH_CATEGORIES,
  type PushPolicy,
  type PushPolicyInput,
} from './push-categories.js';

/** Categories that were unknown when it was stored are open. */
const POLICY = defineSetting({
  key: 'push_policy',
  schema: z.object({ enabled: z.boolean(), categories: z.partialRecord(z.enum(PUSH_CATEGORIES), z.boolean()) }),
  fallback: { enabled: true, categories: {} },
});

/** Which pushes does the server send at all? Source: doc 3 section 2.3, doc 4 section 5.3. */
@Injectable()
export class PushPolicyService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
  ) {}

  /** @throws AppError 503 when what is stored can't be read */
  async of(tx: ReadTx): Promise<PushPolicy> {
    return changedPolicy(OPEN_POLICY, await this.settings.get(tx, POLICY));
  }

  current(): Promise<PushPolicy> {
    return this.database.read((tx) => this.of(tx));
  }

  /**
   * Changes what is named, and answers the whole.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  change(admin: Privileged, input: PushPolicyInput): Promise<PushPolicy> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const policy = changedPolicy(await this.of(tx), input);
      await this.settings.set(tx, POLICY, policy);
      return policy;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';

const SSO_ONLY = defineSetting({ key: 'oidc_sso_only', schema: z.boolean(), fallback: false });

/**
 * Must everybody but administrators sign in by single sign-on? Each way in asks it in the transaction that lets somebody in.
 * Source: doc 1 section 4, External OIDC.
 */
@Injectable()
export class SsoOnlyService {
  constructor(private readonly store: SettingsRepository) {}

  /** @throws AppError 503 when what is stored can't be read: no way in opens by that */
  holds(tx: ReadTx): Promise<boolean> {
    return this.store.get(tx, SSO_ONLY);
  }

  async set(tx: WriteTx, on: boolean): Promise<void> {
    await this.store.set(tx, SSO_ONLY, on);
  }
}

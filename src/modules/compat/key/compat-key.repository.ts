import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { defineSecretSetting, SecretSettingsRepository } from '../../settings/settings.public.js';
import type { IssuedKey } from './judge-key.js';

const COMPAT_KEY = defineSecretSetting('compat_key');

const STORED = z.object({ key: z.string().min(1), issuer_id: z.int().positive(), issued_at: z.int().nonnegative() });

/** One key for the server, sealed together with its issuer and the time of its issue, so that neither can be exchanged. */
@Injectable()
export class CompatKeyRepository {
  constructor(private readonly secrets: SecretSettingsRepository) {}

  /** @throws AppError 503 when what is stored can't be opened or read */
  async get(tx: ReadTx): Promise<IssuedKey | null> {
    const stored = await this.secrets.get(tx, COMPAT_KEY);
    if (!stored) return null;
    const { success, data } = STORED.safeParse(jsonOf(stored));
    if (!success) throw temporarilyUnavailable(new Error('the stored compatibility key is unreadable'));
    return { key: Secret.of(data.key), issuerId: data.issuer_id, issuedAt: data.issued_at };
  }

  async set(tx: WriteTx, { key, issuerId, issuedAt }: IssuedKey): Promise<void> {
    const stored = { key: key.reveal(), issuer_id: issuerId, issued_at: issuedAt };
    await this.secrets.set(tx, COMPAT_KEY, Secret.of(JSON.stringify(stored)));
  }

  async remove(tx: WriteTx): Promise<void> {
    await this.secrets.remove(tx, COMPAT_KEY);
  }
}

function jsonOf(stored: Secret): unknown {
  try {
    return JSON.parse(stored.reveal());
  } catch {
    return undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import type { LibraryPolicy } from './library-policy.js';
import { LibraryPolicyRow } from '../rows.js';

/** Choices are kept whether or not somebody holds the server or has an account there. */
@Injectable()
export class LibraryPoliciesRepository {
  /** @throws StorageError 503 `corrupt` for a row that can't be read: it never passes for no choice */
  async of(tx: ReadTx, userId: number, instanceId: string): Promise<LibraryPolicy | null> {
    const row = await tx.findOneBy(LibraryPolicyRow, { userId, instanceId });
    return row && policyOf(row);
  }

  /** The choices for a server, by person. @throws StorageError as {@link of} */
  async onInstance(tx: ReadTx, instanceId: string): Promise<ReadonlyMap<number, LibraryPolicy>> {
    const rows = await tx.find(LibraryPolicyRow, { where: { instanceId }, order: { userId: 'ASC' } });
    return new Map(rows.map((row) => [row.userId, policyOf(row)]));
  }

  async set(tx: WriteTx, userId: number, instanceId: string, { mode, libraryIds }: LibraryPolicy): Promise<void> {
    const row = { userId, instanceId, mode, libraryIds: JSON.stringify(libraryIds) };
    await tx.upsert(LibraryPolicyRow, row, ['userId', 'instanceId']);
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(LibraryPolicyRow, { instanceId });
  }
}

const ids = z.array(z.string());

function policyOf({ mode, libraryIds }: LibraryPolicyRow): LibraryPolicy {
  try {
    return { mode, libraryIds: ids.parse(JSON.parse(libraryIds)) };
  } catch (cause) {
    throw new StorageError('corrupt', new Error('a stored library policy can not be read', { cause }));
  }
}

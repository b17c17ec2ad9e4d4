import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SETBOX_SECRETS } from '../sealed-columns.js';
import { BoxGrantRow, BoxRow } from '../rows.js';

/** A box without what it keeps secret. */
export type Box = Omit<BoxRow, 'credentials'>;

export interface NewlyPaired extends Pick<Box, 'id' | 'name' | 'address' | 'identifier' | 'createdAt'> {
  readonly credentials: Secret;
}

@Injectable()
export class BoxesRepository {
  constructor(private readonly secrets: SecretBox) {}

  /** All boxes, by name, then by id. */
  async all(tx: ReadTx): Promise<readonly Box[]> {
    return inOrder(await tx.find(BoxRow));
  }

  /** The boxes that the account holds by a grant, in the same order. */
  async grantedTo(tx: ReadTx, userId: number): Promise<readonly Box[]> {
    const grants = await tx.findBy(BoxGrantRow, { userId });
    return inOrder(await tx.findBy(BoxRow, { id: In(grants.map(({ boxId }) => boxId)) }));
  }

  count(tx: ReadTx): Promise<number> {
    return tx.count(BoxRow);
  }

  async byId(tx: ReadTx, id: string): Promise<Box | null> {
    const row = await tx.findOneBy(BoxRow, { id });
    return row && boxOf(row);
  }

  async byIdentifier(tx: ReadTx, identifier: string): Promise<Box | null> {
    const row = await tx.findOneBy(BoxRow, { identifier });
    return row && boxOf(row);
  }

  /** By what the box knows this server; null where the box is gone. @throws SecretUnreadable where it can't be opened */
  async credentials(tx: ReadTx, id: string): Promise<Secret | null> {
    const row = await tx.findOneBy(BoxRow, { id });
    return row && this.secrets.open(row.credentials, SETBOX_SECRETS.credentials.at(id));
  }

  async add(tx: WriteTx, { credentials, ...box }: NewlyPaired): Promise<void> {
    const sealed = this.secrets.seal(credentials, SETBOX_SECRETS.credentials.at(box.id));
    await tx.insert(BoxRow, { ...box, credentials: sealed, revision: 1, needsPairing: false, lastOpenedAt: null });
  }

  /** Gives a box that was paired again its new credentials, beside what else is new. */
  async pairAgain(tx: WriteTx, { id, revision }: Box, { name, address, credentials }: NewlyPaired): Promise<void> {
    const sealed = this.secrets.seal(credentials, SETBOX_SECRETS.credentials.at(id));
    const changed = { name, address, credentials: sealed, revision: revision + 1, needsPairing: false };
    await tx.update(BoxRow, { id }, changed);
  }

  /** Gives a box another name and address. */
  async change(tx: WriteTx, { id, revision }: Box, changed: Pick<Box, 'name' | 'address'>): Promise<void> {
    await tx.update(BoxRow, { id }, { ...changed, revision: revision + 1 });
  }

  /** False for a box that has changed or is gone. */
  async note(
    tx: WriteTx,
    { id, revision }: Pick<Box, 'id' | 'revision'>,
    noted: Partial<Pick<Box, 'needsPairing' | 'lastOpenedAt'>>,
  ): Promise<boolean> {
    const { affected } = await tx.update(BoxRow, { id, revision }, noted);
    return affected === 1;
  }

  async remove(tx: WriteTx, id: string): Promise<void> {
    await tx.delete(BoxGrantRow, { boxId: id });
    await tx.delete(BoxRow, { id });
  }

  isGranted(tx: ReadTx, boxId: string, userId: number): Promise<boolean> {
    return tx.existsBy(BoxGrantRow, { boxId, userId });
  }

  /** Which accounts hold the box by a grant, the lowest id first. */
  async holdersOf(tx: ReadTx, boxId: string): Promise<readonly number[]> {
    const rows = await tx.find(BoxGrantRow, { where: { boxId }, order: { userId: 'ASC' } });
    return rows.map(({ userId }) => userId);
  }

  /** Gives the box to these accounts, and to no others. */
  async setHolders(tx: WriteTx, boxId: string, userIds: readonly number[]): Promise<void> {
    await tx.delete(BoxGrantRow, { boxId });
    if (userIds.length === 0) return;
    await tx.insert(
      BoxGrantRow,
      userIds.map((userId) => ({ boxId, userId })),
    );
  }
}

const boxOf = ({ credentials: _, ...box }: BoxRow): Box => box;

/** Compared by code units, so that every engine answers the same. */
function inOrder(rows: readonly BoxRow[]): readonly Box[] {
  const place = ({ name, id }: Box): string => `${name}\0${id}`;
  return rows.map(boxOf).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

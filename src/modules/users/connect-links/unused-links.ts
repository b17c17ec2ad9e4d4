import { IsNull, type FindOptionsWhere } from 'typeorm';
import type { WriteTx } from '../../../core/database/database.js';
import { ConnectTokenRow } from '../tables/connect-token.entity.js';

/** Which links: those for an account, those by one, or those from devices. */
type WhoseLinks = FindOptionsWhere<Pick<ConnectTokenRow, 'userId' | 'createdBy' | 'createdDevice'>>;

/**
 * Deletes the links of these that nobody has used: they sign nobody in any more, and never will. Used ones stay on record.
 * What ends the right to a link calls this in the very write that ends it. Source: doc 3, decision on pending invitation
 * links; security 32.
 */
export async function dropUnusedLinks(tx: WriteTx, whose: WhoseLinks): Promise<void> {
  await tx.delete(ConnectTokenRow, { ...whose, redeemedAt: IsNull() });
}

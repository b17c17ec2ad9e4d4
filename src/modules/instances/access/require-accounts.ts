import type { ReadTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { AccountsRepository } from '../../users/users.public.js';

/**
 * Does every selected account exist, whatever its role? One that doesn't refuses the whole selection, and is not named.
 *
 * @throws AppError 400
 */
export async function requireAccounts(
  tx: ReadTx,
  accounts: AccountsRepository,
  selected: ReadonlySet<number>,
): Promise<void> {
  const known = await accounts.byIds(tx, [...selected]);
  if (known.size !== selected.size) throw badRequest('user_ids names a user that does not exist');
}

import type { Secret } from '../../../core/secrets/secret.js';
import type { MediaServer, WritePermit } from '../servers/media-server.js';
import { sameName } from '../servers/remote-names.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import type { AccountTerms } from './account-terms.service.js';
import { WriteFailed } from './failed-write.js';
import type { MadeAccount } from './made-accounts.service.js';

/** What was committed of an account that is to be made. */
export type CommittedIntent = Pick<AccountIntentRow, 'name' | 'remoteUserId' | 'limitsBefore'>;

/**
 * Makes an account that opens by the secret alone and sees no more than it is to see, or goes on with the one that an earlier
 * call has made.
 *
 * @param permit is waited for before anything is written; what it throws comes out
 * @throws WriteFailed where the server hasn't made it, or may not have; UpstreamError when it can't be read
 */
export async function makeClosed(
  remote: MediaServer,
  { name, remoteUserId, limitsBefore }: CommittedIntent,
  secret: Secret,
  { access, confirmed }: AccountTerms,
  permit: WritePermit,
): Promise<MadeAccount> {
  const present = remoteUserId === null ? null : await remote.account(remoteUserId);
  if (present && sameName(present.name, name)) {
    const written = await remote.writeAccess(present.id, { ...access, limitsBefore }, permit);
    if (written.outcome !== 'done') throw new WriteFailed(written);
    if (!written.account) throw new WriteFailed({ outcome: 'gone' });
    return { account: written.account, confirmed, limitsBefore: written.limitsBefore };
  }
  await permit();
  const created = await remote.create({ name, secret, access });
  if (created.outcome !== 'done') throw new WriteFailed(created);
  return { account: created.account, confirmed, limitsBefore: created.limitsBefore };
}

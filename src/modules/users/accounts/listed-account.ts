import {
  type EntityTarget,
  type FindOptionsWhere,
  IsNull,
  Not,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import type { ReadTx } from '../../../core/database/database.js';
import type { Account } from '../account.js';
import { UserContentPolicyRow, DeviceRow, OidcIdentityRow, UserRow } from '../tables/people.entity.js';
import { ConnectTokenRow } from '../tables/sign-in.entity.js';

/** An account as administrators see it in their list. */
export interface ListedAccount {
  readonly account: Account;
  /** Devices that are not revoked. */
  readonly deviceCount: number;
  /** Until when a connect link for it can be used, in epoch milliseconds; null where there is none that was not used. */
  readonly invitedUntil: number | null;
  readonly kids: boolean;
  readonly ssoLinked: boolean;
  /** Has another account a name that people take for the same? Only accounts of before have. */
  readonly isNameShared: boolean;
  /** Is it known that somebody's own sign-in elsewhere made it, without an administrator? */
  readonly madeBySignIn: boolean;
}

/** Counts the rows of a table that belong to the account of the outer statement, and for which this holds. */
const countOf =
  <Row extends ObjectLiteral>(table: EntityTarget<Row>, where: FindOptionsWhere<Row>) =>
  (sub: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<Row> =>
    sub.select('COUNT(*)').from(table, 'mine').where('mine.user_id = account.id').andWhere(where);

/** When the last unused link of the account of the outer statement expires. */
const lastLinkEnds = (sub: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<ConnectTokenRow> =>
  sub
    .select('MAX(link.expires_at)')
    .from(ConnectTokenRow, 'link')
    .where('link.user_id = account.id')
    .andWhere({ id: Not(''), redeemedAt: IsNull() });

/** Counts the accounts whose name has the same key as that of the account of the outer statement. */
const sharersOfName = (sub: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<UserRow> =>
  sub.select('COUNT(*)').from(UserRow, 'sharer').where('sharer.name_key = account.name_key');

/** Accounts with the facts of what belongs to each. */
export const selectListed = (tx: ReadTx): SelectQueryBuilder<UserRow> =>
  tx
    .createQueryBuilder(UserRow, 'account')
    .addSelect(countOf(DeviceRow, { revokedAt: IsNull() }), 'devices')
    .addSelect(lastLinkEnds, 'invited_until')
    .addSelect(countOf(UserContentPolicyRow, {}), 'policies')
    .addSelect(countOf(OidcIdentityRow, {}), 'identities')
    .addSelect(sharersOfName, 'sharers');

/** What {@link selectListed} has found. */
export async function readListed(select: SelectQueryBuilder<UserRow>): Promise<readonly ListedAccount[]> {
  const { entities, raw } = await select.getRawAndEntities<{
    devices: number | string;
    invited_until: number | string | null;
    policies: number | string;
    identities: number | string;
    sharers: number | string;
  }>();
  return entities.map((row, place) => {
    const { devices = 0, invited_until: invitedUntil = null, policies = 0, identities = 0 } = raw[place] ?? {};
    const { sharers = 0 } = raw[place] ?? {};
    return {
      account: accountOf(row),
      deviceCount: Number(devices),
      invitedUntil: invitedUntil === null ? null : Number(invitedUntil),
      kids: Number(policies) > 0,
      ssoLinked: Number(identities) > 0,
      isNameShared: Number(sharers) > 1,
      madeBySignIn: row.madeBySignIn === true,
    };
  });
}

export function accountOf(row: UserRow): Account {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    hasPassword: row.passwordHash !== null,
    passwordEnabled: row.passwordEnabled,
    passkeyEnabled: row.passkeyEnabled,
    aiSharedEnabled: row.aiSharedEnabled,
    hubEmail: row.hubEmail,
    hubInvitedAt: row.hubInvitedAt,
    createdAt: row.createdAt,
  };
}

import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow, tableRows } from '../../../core/database/sql-rows.js';
import { compose, looksOf, nameKey } from '../../../core/text/name-key.js';
import { Clock } from '../../../core/time/clock.js';
import { AppError } from '../../../core/errors/app-error.js';
import { LONGEST_NAME, type Account } from '../account.js';
import { dropUnusedLinks } from '../connect-links/connect-tokens.repository.js';
import { dropPasskeys, dropSetupTokens } from '../passkeys/passkeys.repository.js';
import { UserRow } from '../tables/people.entity.js';
import { accountOf, type ListedAccount, readListed, selectListed } from './listed-account.js';

/** 404: no account has this id. */
const userNotFound = (): AppError => new AppError('user_not_found', 404, 'user not found');

/** What a new account starts with. */
export interface NewAccount {
  readonly username: string;
  readonly role: Role;
  /** In PHC text form; an account without one can't sign in by password. */
  readonly passwordHash?: string;
  /** Does somebody's own sign-in elsewhere make it, without an administrator? It doesn't where it is left out. */
  readonly madeBySignIn?: boolean;
}

/** Ways to sign in that an administrator switches on or off; what is left out stays. */
export interface SignInMethods {
  readonly passwordEnabled?: boolean;
  readonly passkeyEnabled?: boolean;
}

/** An account together with what its password is judged by. It stays among those who judge passwords. */
export interface AccountWithPassword {
  readonly account: Account;
  /** In PHC text form; null when the account has no password. */
  readonly passwordHash: string | null;
}

@Injectable()
export class AccountsRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * For `instances`' account provisioning alone, which adds the grants in the same write. Ask {@link likeNamed} first: the index doesn't
   * know accounts whose names were alike before. @throws UniqueViolation, out of the whole write, for a name that is taken
   */
  async create(tx: WriteTx, { username, role, passwordHash, madeBySignIn = false }: NewAccount): Promise<Account> {
    const trusted = role === 'admin';
    const row = tx.create(UserRow, {
      username: compose(username, LONGEST_NAME),
      nameKey: nameKey(username, LONGEST_NAME),
      nameTwin: 0,
      passwordHash: passwordHash ?? null,
      role,
      passwordEnabled: trusted,
      passkeyEnabled: trusted,
      aiSharedEnabled: trusted,
      hubEmail: '',
      hubInvitedAt: null,
      madeBySignIn,
      createdAt: this.clock.now(),
    });
    await tx.insert(UserRow, row);
    return accountOf(row);
  }

  async byId(tx: ReadTx, id: number): Promise<Account | null> {
    const row = await findRow(tx, UserRow, { id });
    return row && accountOf(row);
  }

  /** @throws AppError 404 */
  async require(tx: ReadTx, id: number): Promise<Account> {
    const account = await this.byId(tx, id);
    if (!account) throw userNotFound();
    return account;
  }

  /** The accounts of these ids, by id; ids that nobody has are left out. */
  async byIds(tx: ReadTx, ids: readonly number[]): Promise<ReadonlyMap<number, Account>> {
    if (ids.length === 0) return new Map();
    const rows = await tableRows(tx, UserRow, 'WHERE id IN (:...ids)', { ids });
    return new Map(rows.map((row) => [row.id, accountOf(row)]));
  }

  /** The account of exactly this name, whichever keyboard it was typed on, or null. */
  async byUsername(tx: ReadTx, username: string): Promise<Account | null> {
    const row = exactly(username, await tx.findBy(UserRow, { username: In(formsOfName(username)) }));
    return row && accountOf(row);
  }

  /** The account that this typed name signs in: that of exactly the name, else the only one of the same key. */
  async bySignInName(tx: ReadTx, typed: string): Promise<Account | null> {
    return (await this.withPassword(tx, typed))?.account ?? null;
  }

  /** The account that is found as {@link bySignInName} does, and its password; or null. */
  async withPassword(tx: ReadTx, typed: string): Promise<AccountWithPassword | null> {
    const rows = await tx.findBy(UserRow, [
      { username: In(formsOfName(typed)) },
      { nameKey: nameKey(typed, LONGEST_NAME) },
    ]);
    const row = exactly(typed, rows) ?? (rows.length === 1 ? rows[0] : null);
    return row ? { account: accountOf(row), passwordHash: row.passwordHash } : null;
  }

  /** The account whose name people would take for this one, the oldest of several; null where a new one may have it. */
  async likeNamed(tx: ReadTx, name: string): Promise<Account | null> {
    const looks = looksOf(name, LONGEST_NAME);
    const alike = await tx.findOne(UserRow, { where: { nameKey: looks[0] }, order: { id: 'ASC' } });
    if (alike) return accountOf(alike);
    // What a name looks like is not stored: accounts are made rarely.
    const all = await tx.find(UserRow, { select: { id: true, username: true }, order: { id: 'ASC' } });
    const like = all.find(({ username }) => looksOf(username, LONGEST_NAME).some((look) => looks.includes(look)));
    return like ? this.byId(tx, like.id) : null;
  }

  /** @throws AppError 404 */
  async requireWithPassword(tx: ReadTx, id: number): Promise<AccountWithPassword> {
    const row = await tx.findOneBy(UserRow, { id });
    if (!row) throw userNotFound();
    return { account: accountOf(row), passwordHash: row.passwordHash };
  }

  /** All accounts, ordered by id, with what their list shows. One statement, as `Database.readOne` needs. */
  async list(tx: ReadTx): Promise<readonly ListedAccount[]> {
    return readListed(selectListed(tx).orderBy('account.id', 'ASC'));
  }

  /** As {@link list} has it. @throws AppError 404 */
  async requireListed(tx: ReadTx, id: number): Promise<ListedAccount> {
    const [account] = await readListed(selectListed(tx).where('account.id = :id', { id }));
    if (!account) throw userNotFound();
    return account;
  }

  async all(tx: ReadTx): Promise<readonly Account[]> {
    const rows = await tx.find(UserRow, { order: { id: 'ASC' } });
    return rows.map(accountOf);
  }

  async any(tx: ReadTx): Promise<boolean> {
    return tx.exists(UserRow);
  }

  async areSeveral(tx: ReadTx): Promise<boolean> {
    const rows = await tx.find(UserRow, { select: { id: true }, take: 2 });
    return rows.length === 2;
  }

  /** Is there an administrator besides this account? */
  async hasAnotherAdmin(tx: ReadTx, id: number): Promise<boolean> {
    return tx.existsBy(UserRow, { role: 'admin', id: Not(id) });
  }

  /** The administrator, where there is exactly one; else null. */
  async onlyAdmin(tx: ReadTx): Promise<Account | null> {
    const [only, another] = await tx.find(UserRow, { where: { role: 'admin' }, order: { id: 'ASC' }, take: 2 });
    return only && !another ? accountOf(only) : null;
  }

  /** Is there an administrator with a password, besides the account of this id if one is named? */
  async hasAdminWithPassword(tx: ReadTx, besides?: number): Promise<boolean> {
    const others = besides === undefined ? {} : { id: Not(besides) };
    return tx.existsBy(UserRow, { role: 'admin', passwordHash: Not(IsNull()), ...others });
  }

  /** Another role. Links that an administrator has handed out and nobody has used fall with theirs. */
  async setRole(tx: WriteTx, id: number, role: Role): Promise<void> {
    await tx.update(UserRow, { id }, { role });
    if (role !== 'admin') await dropUnusedLinks(tx, { createdBy: id });
  }

  /** Switches ways to sign in on or off. Off deletes the password or the passkeys, so that on brings no old one back. */
  async setSignInMethods(tx: WriteTx, id: number, { passwordEnabled, passkeyEnabled }: SignInMethods): Promise<void> {
    if (passwordEnabled !== undefined) await tx.update(UserRow, { id }, { passwordEnabled });
    if (passwordEnabled === false) await tx.update(UserRow, { id }, { passwordHash: null });
    if (passkeyEnabled !== undefined) await tx.update(UserRow, { id }, { passkeyEnabled });
    if (passkeyEnabled === false) await dropPasskeys(tx, id);
  }

  async setAiShared(tx: WriteTx, id: number, aiSharedEnabled: boolean): Promise<void> {
    await tx.update(UserRow, { id }, { aiSharedEnabled });
  }

  /** Voids the unused links that would sign this account in or register a passkey. @param passwordHash in PHC text form */
  async setPassword(tx: WriteTx, id: number, passwordHash: string): Promise<void> {
    await tx.update(UserRow, { id }, { passwordHash });
    await dropUnusedLinks(tx, { userId: id });
    await dropSetupTokens(tx, { userId: id });
  }

  /** Another address has been invited to nothing yet: the moment of the invitation is cleared. */
  async setHubEmail(tx: WriteTx, id: number, hubEmail: string): Promise<void> {
    await tx.update(UserRow, { id }, { hubEmail, hubInvitedAt: null });
  }

  /** Null where nothing of an invitation is left. In the write that makes or ends the link. */
  async setHubInvited(tx: WriteTx, id: number, hubInvitedAt: number | null): Promise<void> {
    await tx.update(UserRow, { id }, { hubInvitedAt });
  }

  /** Deletes the account; its devices, sessions, passkeys and connect links, owned or created, go with it. */
  async remove(tx: WriteTx, id: number): Promise<void> {
    await tx.delete(UserRow, { id });
  }
}

const formsOfName = (typed: string): string[] => [...new Set([typed, compose(typed, LONGEST_NAME)])];

/** Accounts from before names were composed may differ in their form alone; there the name as it was typed decides. */
function exactly(typed: string, rows: readonly UserRow[]): UserRow | null {
  const forms = formsOfName(typed);
  return forms.flatMap((form) => rows.find(({ username }) => username === form) ?? [])[0] ?? null;
}

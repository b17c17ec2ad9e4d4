import { AccountIntentRow, MediaAccountRow } from '../../src/modules/media-accounts/rows.js';
import type { LinkedAccountView } from '../../src/modules/media-accounts/http/media-accounts.view.js';
import type { Session } from '../harness/start-app.js';
import { type AccountsHousehold, ownOf } from './accounts-household.js';
import { aboutFile, unless } from './delivered-truth.js';
import { type AccountThere, SERVER_KINDS, type ServerKind } from './remote-accounts.js';

/**
 * What should be of somebody on a media server.
 *
 * | state | there | here |
 * |---|---|---|
 * | none | nothing bears their name, or is invited by their address | nothing is linked |
 * | in | one account that opens by their password alone and sees the shared library, or one invitation or share | linked, managed, confirmed |
 * | out | at most one account, which is switched off; at the hub nothing | linked, nothing is left to write |
 * | deleted | as out | nobody is left to be listed |
 */
export type AccountState = 'none' | 'in' | 'out' | 'deleted';

/**
 * What isn't as it should be of somebody on a server: one line each, none when all is well.
 *
 * @param row what an administrator sees of their account there; null where nothing is linked
 */
export function accountWrongs(
  { house, row }: { readonly house: AccountsHousehold; readonly row: LinkedAccountView | null },
  person: Session,
  kind: ServerKind,
  state: AccountState,
): readonly string[] {
  const there = bearersOf(house, person, kind);
  const about = (holds: boolean, wrong: string): readonly string[] =>
    unless(holds, `${person.username} on ${kind}, to be ${state}: ${wrong}`);
  const linked = row && JSON.stringify(row);
  const isSettled = row !== null && !row.access_sync_pending && row.attempts === 0 && row.manage_access;
  switch (state) {
    case 'none':
      return [
        ...about(there.length === 0, `it has ${JSON.stringify(there)}`),
        ...about(row === null, `linked is ${linked}`),
      ];
    case 'in':
      return [
        ...about(there.length === 1, `it has ${there.length} accounts`),
        ...there.flatMap((account) => about(isTheirs(house, person, kind, account), JSON.stringify(account))),
        ...about(isSettled && row.verified && !row.disabled, `linked is ${linked}`),
      ];
    case 'out':
      return [...aboutClosed(there, kind, about), ...about(isSettled, `linked is ${linked}`)];
    case 'deleted':
      return [...aboutClosed(there, kind, about), ...about(row === null, `linked is ${linked}`)];
  }
}

/** Does somebody have anything on a server? */
export function bearersOf({ remote }: AccountsHousehold, person: Session, kind: ServerKind): readonly AccountThere[] {
  const name = kind === 'hub' ? ownOf(person).email : person.username;
  return remote.accounts(kind).filter((account) => account.name === name);
}

/** Once nothing lives any more: what is left of the making of accounts, of the deleted, or under other names. */
export function leftoverWrongs({ household, remote }: AccountsHousehold): Promise<readonly string[]> {
  const known = new Set(household.members.flatMap((member) => [member.username, ownOf(member).email]));
  const strange = SERVER_KINDS.flatMap((kind) => remote.accounts(kind).filter(({ name }) => !known.has(name)));
  return household.withDatabase((database) =>
    database.read(async (tx) => {
      const intents = await tx.find(AccountIntentRow);
      const ownerless = (await tx.find(MediaAccountRow)).filter(({ userId }) => userId === null);
      return [
        ...strange.map((account) => `nobody knows ${JSON.stringify(account)}`),
        ...intents.map(({ name, instanceId }) => `${name} is still made on ${instanceId}`),
        ...ownerless.map((row) => `of a deleted person is left ${JSON.stringify(row)}`),
        ...(await aboutFile(tx, household.now)),
      ];
    }),
  );
}

function aboutClosed(
  there: readonly AccountThere[],
  kind: ServerKind,
  about: (holds: boolean, wrong: string) => readonly string[],
): readonly string[] {
  return [
    ...about(there.length <= (kind === 'hub' ? 0 : 1), `it has ${there.length} accounts`),
    ...about(kind === 'hub' || there.every(({ isOn }) => !isOn), 'the account is on'),
  ];
}

function isTheirs({ remote }: AccountsHousehold, person: Session, kind: ServerKind, account: AccountThere): boolean {
  const { password, libraries, isOn } = account;
  const isShared = libraries !== 'all' && libraries.join() === remote.sharedLibrary[kind];
  return isOn && isShared && (kind === 'hub' || password === ownOf(person).password);
}

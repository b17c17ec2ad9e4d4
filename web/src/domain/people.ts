import type { Schemas } from '../api/client.js';

/** A person, with what several answers of the server say. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly isChild: boolean;
  readonly hasPendingInvite: boolean;
  /** May they have a password? Administrators always may. */
  readonly maySetPassword: boolean;
  readonly hasPassword: boolean;
  /** Has another account a name that people take for the same? */
  readonly isNameShared: boolean;
  /** When somebody's own sign-in made the account, in epoch milliseconds; null for any other account. */
  readonly signedUpAt: number | null;
  /** When one of their devices was used last; undefined where they are signed in nowhere. */
  readonly lastSeen: string | undefined;
}

/** People in the order of the server, with the last use of any device of each. */
export function peopleOf(
  users: readonly Schemas['UserRowView'][],
  devices: readonly Pick<Schemas['DeviceView'], 'user_id' | 'last_seen_at'>[],
): readonly Person[] {
  const seen = new Map<number, string>();
  for (const { user_id: id, last_seen_at: at } of devices) {
    const before = seen.get(id);
    if (before === undefined || Date.parse(before) < Date.parse(at)) seen.set(id, at);
  }
  return users.map((user) => ({
    id: user.id,
    name: user.username,
    isAdmin: user.role === 'admin',
    isChild: user.child,
    hasPendingInvite: user.has_pending_invite,
    maySetPassword: user.password_enabled,
    hasPassword: user.has_password,
    isNameShared: user.name_shared === true,
    signedUpAt: user.made_by_sign_in === true ? Date.parse(user.created_at) : null,
    lastSeen: seen.get(user.id),
  }));
}

/** So many people are named at once. */
const MOST_NAMED = 20;
const NEW_MS = 14 * 24 * 3_600_000;

/** Accounts of before whose names people take for one; a household has one pair, if any. Source: issue 43 A3 */
export const namesakes = (people: readonly Person[]): readonly Person[] =>
  people.filter(({ isNameShared }) => isNameShared).slice(0, MOST_NAMED);

/** Accounts that somebody's own sign-in made in the last fourteen days, the newest first. Source: issue 43 A1 */
export const newAccounts = (people: readonly Person[], now: number): readonly Person[] =>
  people
    .flatMap((person) => (person.signedUpAt === null ? [] : [{ person, at: person.signedUpAt }]))
    .filter(({ at }) => at > now - NEW_MS)
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST_NAMED)
    .map(({ person }) => person);

/** Those whose name has the text in it, whatever the case of the letters. */
export function peopleNamed<T extends Pick<Person, 'name'>>(people: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === '' ? people : people.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

/** The names of the instances that each person holds, by the person's id; instances that are gone are left out. */
export function librariesByPerson(
  held: readonly { readonly user_id: number; readonly instance_id: string }[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<number, readonly string[]> {
  const byPerson = new Map<number, string[]>();
  for (const { user_id: id, instance_id: instance } of held) {
    const name = names.get(instance);
    if (name !== undefined) byPerson.set(id, [...(byPerson.get(id) ?? []), name]);
  }
  return byPerson;
}

/** Who may use a library, and how many may not. */
export interface Assigned {
  readonly names: readonly string[];
  readonly others: number;
}

/** The people to whom a library is assigned, in the order of the server. */
export function assignedPeople(
  users: readonly Pick<Schemas['UserRowView'], 'id' | 'username'>[],
  rows: readonly Pick<Schemas['AssignmentView'], 'user_id' | 'assigned'>[],
): Assigned {
  const assigned = new Set(rows.flatMap(({ user_id: id, assigned: isAssigned }) => (isAssigned ? [id] : [])));
  const names = users.filter(({ id }) => assigned.has(id)).map(({ username }) => username);
  return { names, others: users.length - names.length };
}

/** Who is to be given something that they haven't, and from whom it is to be taken. */
export interface HolderChanges {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** What leads from those who hold something to those who are to hold it. */
export const holderChanges = (before: ReadonlySet<number>, after: ReadonlySet<number>): HolderChanges => ({
  add: [...after].filter((id) => !before.has(id)),
  remove: [...before].filter((id) => !after.has(id)),
});

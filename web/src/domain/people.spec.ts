import { describe, expect, it } from 'vitest';
import type { Schemas } from '../api/client.js';
import {
  holderChanges,
  assignedPeople,
  librariesByPerson,
  namesakes,
  newAccounts,
  peopleNamed,
  peopleOf,
} from './people.js';

const user = (id: number, username: string): Schemas['UserRowView'] => ({
  id,
  username,
  role: id === 1 ? 'admin' : 'user',
  permissions: [],
  created_at: '2026-01-01T00:00:00Z',
  device_count: 0,
  has_password: id === 1,
  password_enabled: id === 1,
  passkey_enabled: false,
  ai_shared_enabled: false,
  has_pending_invite: id === 2,
  hub_email: '',
  sso_linked: false,
  child: id === 3,
});

describe('issue 22: the list of people', () => {
  const people = peopleOf(
    [user(1, 'Ruth'), user(2, 'ana'), user(3, 'Ben')],
    [
      { user_id: 1, last_seen_at: '2026-11-01T10:00:00Z' },
      { user_id: 1, last_seen_at: '2026-11-01T12:00:00+00:00' },
      { user_id: 1, last_seen_at: '2026-11-01T11:00:00Z' },
      { user_id: 9, last_seen_at: '2026-11-01T11:00:00Z' },
    ],
  );

  it('says of each when any of their devices was used last', () => {
    expect(people.map(({ name, lastSeen }) => [name, lastSeen])).toEqual([
      ['Ruth', '2026-11-01T12:00:00+00:00'],
      ['ana', undefined],
      ['Ben', undefined],
    ]);
  });

  it('says of each what the server says', () => {
    expect(people.map(({ isAdmin, isChild, hasPendingInvite }) => [isAdmin, isChild, hasPendingInvite])).toEqual([
      [true, false, false],
      [false, false, true],
      [false, true, false],
    ]);
  });

  it('issue 43 A1: has the accounts that a sign-in made in the last fourteen days apart, the newest first, and twenty at most', () => {
    const DAY_MS = 24 * 3_600_000;
    const now = Date.parse('2026-11-20T12:00:00Z');
    const made = (id: number, days: number, bySignIn = true): Schemas['UserRowView'] => ({
      ...user(id, `person ${id}`),
      created_at: new Date(now - days * DAY_MS).toISOString(),
      ...(bySignIn && { made_by_sign_in: true }),
    });
    const idsOf = (...users: readonly Schemas['UserRowView'][]) =>
      newAccounts(peopleOf(users, []), now).map(({ id }) => id);
    expect(idsOf(made(1, 15), made(2, 13), made(3, 1), made(4, 1, false), user(5, 'before'))).toEqual([3, 2]);
    expect(idsOf(...Array.from({ length: 30 }, (_, at) => made(at + 1, 1)))).toHaveLength(20);
  });

  it('issue 43 A3: has those whose names people take for one apart, twenty at most', () => {
    const alike = (id: number): Schemas['UserRowView'] => ({ ...user(id, 'Ana'), name_shared: true });
    const users = [user(1, 'Ruth'), ...Array.from({ length: 30 }, (_, at) => alike(at + 2))];
    expect(namesakes(peopleOf(users, [])).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
  });

  it.each([
    ['', ['Ruth', 'ana', 'Ben']],
    [' AN ', ['ana']],
    ['nobody', []],
  ])('is narrowed by %j', (text, names) => {
    expect(peopleNamed(people, text).map(({ name }) => name)).toEqual(names);
  });

  it('names the libraries of each, and none that is gone', () => {
    const held = [
      { user_id: 2, instance_id: 'a' },
      { user_id: 2, instance_id: 'b' },
      { user_id: 3, instance_id: 'gone' },
    ];
    const names = new Map([
      ['a', 'Films'],
      ['b', 'Series'],
    ]);
    expect([...librariesByPerson(held, names)]).toEqual([[2, ['Films', 'Series']]]);
  });

  it('says who may use a library, and how many may not', () => {
    const users = [user(1, 'Ruth'), user(2, 'ana'), user(3, 'Ben')];
    const rows = [
      { user_id: 3, assigned: true },
      { user_id: 2, assigned: false },
      { user_id: 1, assigned: true },
      { user_id: 9, assigned: true },
    ];
    expect(assignedPeople(users, rows)).toEqual({ names: ['Ruth', 'Ben'], others: 1 });
  });
});

describe('design §4, Libraries: who is given a library, and from whom it is taken', () => {
  it.each([
    [[1, 2], [2, 3], [3], [1]],
    [[], [1], [1], []],
    [[1], [1], [], []],
  ])('%j becomes %j', (before, after, add, remove) => {
    expect(holderChanges(new Set(before), new Set(after))).toEqual({ add, remove });
  });
});

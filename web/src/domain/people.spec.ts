import { describe, expect, it } from 'vitest';
import type { Schemas } from '../api/client.js';
import { holderChanges, assignedPeople, librariesByPerson, peopleNamed, peopleOf } from './people.js';

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

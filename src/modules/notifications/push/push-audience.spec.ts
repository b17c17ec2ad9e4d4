import { describe, expect, it } from 'vitest';
import { isPushed, type PushedPerson } from './push-audience.js';
import {
  DEFAULT_PREFERENCES,
  OPEN_POLICY,
  PUSH_CATEGORIES,
  type PushCategory,
  type PushPolicy,
} from './push-categories.js';

const EVERYTHING = Object.fromEntries(
  Object.keys(DEFAULT_PREFERENCES).map((flag) => [flag, true]),
) as PushedPerson['preferences'];

const HOLDS = { holds: true, holdsAnother: false };
const ANOTHER = { holds: false, holdsAnother: true };
const NONE = { holds: false, holdsAnother: false };

const member: PushedPerson = {
  role: 'user',
  preferences: EVERYTHING,
  isConcerned: false,
  isActor: false,
  library: HOLDS,
  title: null,
};
const admin: PushedPerson = { ...member, role: 'admin', library: NONE };

/** Who there is, each with one thing that is different. */
const PEOPLE = {
  admin,
  'an acting admin': { ...admin, isActor: true },
  'an admin of another library': { ...admin, library: ANOTHER },
  member,
  'a concerned member': { ...member, isConcerned: true },
  'a concerned admin': { ...admin, isConcerned: true },
  'a concerned member who did it': { ...member, isConcerned: true, isActor: true },
  'a concerned member without the library': { ...member, isConcerned: true, library: NONE },
  'a member without the library': { ...member, library: NONE },
  'a child who may see it': { ...member, isConcerned: true, title: 'shown' },
  'a child who may not': { ...member, isConcerned: true, title: 'hidden' },
  'a child who can’t be judged': { ...member, isConcerned: true, title: 'unknown' },
} as const satisfies Readonly<Record<string, PushedPerson>>;

type Name = keyof typeof PEOPLE;

const told = (category: PushCategory, policy: PushPolicy, over: Partial<PushedPerson> = {}): readonly Name[] =>
  (Object.keys(PEOPLE) as Name[]).filter((name) => isPushed(category, policy, { ...PEOPLE[name], ...over }));

const ADMINS: readonly Name[] = ['admin', 'an admin of another library', 'a concerned admin'];
const CONCERNED: readonly Name[] = ['a concerned member', 'a concerned admin', 'a child who may see it'];
const USERS: readonly Name[] = [
  'admin',
  'an admin of another library',
  'member',
  'a concerned member',
  'a concerned admin',
  'a child who may see it',
];

const AUDIENCES: Readonly<Record<PushCategory, readonly Name[]>> = {
  request_decision: CONCERNED,
  request_pending: ADMINS,
  request_auto_approved: ADMINS,
  new_movie: USERS,
  new_episode: USERS,
  new_book: USERS.filter((name) => name !== 'an admin of another library'),
  new_album: USERS,
  content_upgraded: ADMINS,
  issue_created: ADMINS,
  issue_report_update: CONCERNED,
  agent_action_pending: ADMINS,
  agent_digest: ADMINS,
  hub_access_request: ADMINS,
  media_server_access: CONCERNED,
};

describe('doc3 §9.1, doc4 §5.3, security 19: who is pushed what', () => {
  it.each(PUSH_CATEGORIES)('%s: to whom it is for, among those who want it', (category) => {
    expect(told(category, OPEN_POLICY)).toEqual(AUDIENCES[category]);
  });

  it.each(PUSH_CATEGORIES)('%s: to nobody where the server, the category or the account says no', (category) => {
    expect(told(category, { ...OPEN_POLICY, enabled: false })).toEqual([]);
    const off = { ...OPEN_POLICY, categories: { ...OPEN_POLICY.categories, [category]: false } };
    expect(told(category, off)).toEqual([]);
    expect(told(category, OPEN_POLICY, { preferences: { ...EVERYTHING, [category]: false } })).toEqual([]);
    expect(told(category, OPEN_POLICY, { preferences: { ...EVERYTHING, push_enabled: false } })).toEqual([]);
  });

  it.each(PUSH_CATEGORIES)('%s: other categories have no say in it', (category) => {
    const alone = Object.fromEntries(
      Object.keys(EVERYTHING).map((flag) => [flag, flag === category]),
    ) as typeof EVERYTHING;
    expect(told(category, OPEN_POLICY, { preferences: { ...alone, push_enabled: true } })).toEqual(AUDIENCES[category]);
  });

  it('doc4 §5.3: what is about no library and no title is judged by neither', () => {
    const names = told('issue_report_update', OPEN_POLICY, { library: null, title: null });
    expect(names).toEqual([
      'a concerned member',
      'a concerned admin',
      'a concerned member without the library',
      'a child who may see it',
      'a child who may not',
      'a child who can’t be judged',
    ]);
  });
});

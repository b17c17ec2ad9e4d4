import { describe, expect, it } from 'vitest';
import { NOTIFICATION_EVENTS, type NotificationEvent, changedEvents, NO_EVENTS } from '../events/notification-event.js';
import { mentionAudience, type MentionCandidate, mentionSlices, type Mentioned } from './mentions.js';
import fc from 'fast-check';

const ID = '900000000000000001';

/**
 * Who is mentioned: yes for an account for which everything holds that the row doesn't speak of. `involved` is who has asked,
 * waits for a shared book or has sent the report.
 */
const TABLE = `
  event                   role   involved  changed                   mentioned
  request_pending         admin  no        -                         yes
  request_pending         admin  yes       -                         yes
  request_pending         user   no        -                         no
  request_pending         user   yes       -                         no
  request_auto_approved   admin  no        -                         yes
  request_auto_approved   user   yes       -                         no
  request_failed          admin  no        -                         yes
  request_failed          user   yes       -                         no
  request_approved        user   yes       -                         yes
  request_approved        user   no        -                         no
  request_approved        admin  yes       -                         yes
  request_approved        admin  no        -                         no
  request_denied          user   yes       -                         yes
  request_denied          user   no        -                         no
  request_denied          admin  no        -                         no
  request_available       user   yes       -                         yes
  request_available       user   no        -                         no
  request_available       admin  no        -                         no
  request_stuck           admin  no        -                         yes
  request_stuck           user   yes       -                         no
  issue_created           admin  no        -                         yes
  issue_created           user   yes       -                         no
  issue_comment           admin  no        -                         yes
  issue_comment           user   yes       -                         yes
  issue_comment           user   no        -                         no
  issue_resolved          admin  no        -                         yes
  issue_resolved          user   yes       -                         yes
  issue_resolved          user   no        -                         no
  issue_reopened          admin  no        -                         yes
  issue_reopened          user   yes       -                         yes
  issue_reopened          user   no        -                         no

  request_available       user   yes       server:no-mentions        no
  request_available       user   yes       opt-in:nothing-chosen     no
  request_available       user   yes       opt-in:off                no
  request_available       user   yes       opt-in:no-ids             no
  request_available       user   yes       category:off              no
  request_available       user   yes       grant:lost                no
  request_available       user   yes       kids:within               yes
  request_available       user   yes       kids:outside              no
  request_available       user   yes       kids:unknown              no
  request_available       user   yes       actor:self                no
  request_available       user   yes       actor:somebody-else       yes

  request_pending         admin  no        server:no-mentions        no
  request_pending         admin  no        opt-in:nothing-chosen     no
  request_pending         admin  no        opt-in:off                no
  request_pending         admin  no        opt-in:no-ids             no
  request_pending         admin  no        category:off              no
  request_pending         admin  no        grant:lost                no
  request_pending         admin  no        kids:outside              no
  request_pending         admin  no        kids:unknown              no
  request_pending         admin  yes       actor:self                no
  request_pending         admin  no        actor:somebody-else       yes

  issue_comment           user   yes       server:no-mentions        no
  issue_comment           user   yes       category:off              no
  issue_comment           user   yes       grant:lost                no
  issue_comment           user   yes       kids:outside              no
  issue_comment           user   yes       actor:self                no
  issue_comment           admin  no        actor:self                no
  issue_comment           admin  no        actor:somebody-else       yes
`;

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/))
  .filter((cells) => cells.length === 5) as [NotificationEvent, MentionCandidate['role'], string, string, string][];

const chosen = (event: NotificationEvent) => ({
  enabled: true,
  chatIds: [ID],
  events: changedEvents(NO_EVENTS, { [event]: true }),
});

/** What a row changes of the account for which everything holds. */
const CHANGES: Readonly<Record<string, (event: NotificationEvent) => Partial<MentionCandidate>>> = {
  'opt-in:nothing-chosen': () => ({ preferences: undefined }),
  'opt-in:off': (event) => ({ preferences: { ...chosen(event), enabled: false } }),
  'opt-in:no-ids': (event) => ({ preferences: { ...chosen(event), chatIds: [] } }),
  'category:off': (event) => {
    const others = NOTIFICATION_EVENTS.filter((other) => other !== event).map((other) => [other, true]);
    return { preferences: { ...chosen(event), events: changedEvents(NO_EVENTS, Object.fromEntries(others)) } };
  },
  'grant:lost': () => ({ mayUseLibrary: false }),
  'kids:within': () => ({ limits: 'within' }),
  'kids:outside': () => ({ limits: 'outside' }),
  'kids:unknown': () => ({ limits: 'unknown' }),
};

describe('doc2 §6 At delivery: who is mentioned in a post', () => {
  it.each(ROWS)('%s to a %s, involved: %s, %s: %s', (event, role, involved, change, mentioned) => {
    const candidate: MentionCandidate = {
      userId: 7,
      role,
      isInvolved: involved === 'yes',
      mayUseLibrary: true,
      limits: 'none',
      preferences: chosen(event),
      ...CHANGES[change]?.(event),
    };
    const actorId = { 'actor:self': 7, 'actor:somebody-else': 8 }[change] ?? null;
    const facts = { event, enableMentions: change !== 'server:no-mentions', actorId };
    expect(mentionAudience(facts, [candidate])).toEqual(mentioned === 'yes' ? [{ userId: 7, chatIds: [ID] }] : []);
  });

  it('the table speaks of every event, and of every change that it may name', () => {
    expect(new Set(ROWS.map(([event]) => event))).toEqual(new Set(NOTIFICATION_EVENTS));
    const named = new Set(ROWS.map(([, , , change]) => change));
    for (const change of Object.keys(CHANGES)) expect(named).toContain(change);
  });
});

const ROLE = '900000000000000009';
const idOf = (number: number): string => String(18_000_000_000_000_000_000n + BigInt(number));
/** Accounts with so many ids each. */
const accounts = (...ids: readonly number[]): readonly Mentioned[] =>
  ids.map((count, place) => ({
    userId: place + 1,
    chatIds: Array.from({ length: count }, (_, n) => idOf(place * 10 + n)),
  }));

describe('whom each post mentions', () => {
  it('issue 24: one post, even where nobody is mentioned; the role stands first', () => {
    const nobody = { userIds: [], users: [], roles: [] };
    expect(mentionSlices([], null)).toEqual([{ ...nobody, content: '' }]);
    expect(mentionSlices([], ROLE)).toEqual([{ ...nobody, roles: [ROLE], content: `<@&${ROLE}>` }]);
    expect(mentionSlices(accounts(1, 2), ROLE)).toEqual([
      {
        userIds: [1, 2],
        users: [idOf(0), idOf(10), idOf(11)],
        roles: [ROLE],
        content: `<@&${ROLE}> <@${idOf(0)}> <@${idOf(10)}> <@${idOf(11)}>`,
      },
    ]);
  });

  it('issue 24: an id that two accounts have is mentioned once', () => {
    const family = [1, 2].map((userId) => ({ userId, chatIds: [idOf(1)] }));
    expect(mentionSlices(family, null)).toMatchObject([{ userIds: [1, 2], users: [idOf(1)] }]);
  });

  it('Discord facts: any number of people is spread over posts that are taken, each of them once and none of them halved', () => {
    const household = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 60 });
    fc.assert(
      fc.property(household, fc.boolean(), (ids, hasRole) => {
        const people = accounts(...ids);
        const slices = mentionSlices(people, hasRole ? ROLE : null);
        expect(slices.flatMap(({ userIds }) => userIds)).toEqual(people.map(({ userId }) => userId));
        expect(slices.flatMap(({ users }) => users)).toEqual(people.flatMap(({ chatIds }) => chatIds));
        expect(slices.flatMap(({ roles }) => roles)).toEqual(hasRole ? [ROLE] : []);
        for (const { users, content, userIds } of slices) {
          expect(users.length).toBeLessThanOrEqual(100);
          expect(content.length).toBeLessThanOrEqual(2_000);
          expect(slices.length === 1 || userIds.length > 0).toBe(true);
        }
      }),
    );
  });
});

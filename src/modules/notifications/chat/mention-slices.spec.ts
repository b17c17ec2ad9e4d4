import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mentionSlices, type Mentioned } from './mention-slices.js';

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

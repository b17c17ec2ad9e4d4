import { describe, expect, it } from 'vitest';
import { type SeenHubLink, groupByAccount } from './seen-hub-links.js';

const seen = (userId: number, hubAccountId: string, given: Partial<SeenHubLink> = {}): SeenHubLink => ({
  userId,
  hubAccountId,
  instanceId: 'hub-1',
  hubUsername: `name ${hubAccountId}`,
  email: `${hubAccountId}@example.org`,
  isRead: true,
  ...given,
});

describe('doc1 §4 candidates: the links of people with accounts at the hub', () => {
  it('name every server on which they show, and which of them could not be read', () => {
    const links = groupByAccount([
      seen(1, '7', { instanceId: 'hub-1', isRead: false, hubUsername: 'before' }),
      seen(1, '7', { instanceId: 'hub-2' }),
      seen(2, '8'),
    ]);
    expect(links).toEqual([
      {
        userId: 1,
        hubAccountId: '7',
        email: '7@example.org',
        hubUsername: 'name 7',
        servers: [
          { instanceId: 'hub-1', error: expect.objectContaining({ text: 'the hub could not be read' }) },
          { instanceId: 'hub-2' },
        ],
        reason: null,
      },
      {
        userId: 2,
        hubAccountId: '8',
        email: '8@example.org',
        hubUsername: 'name 8',
        servers: [{ instanceId: 'hub-1' }],
        reason: null,
      },
    ]);
  });

  it('can not be relied on where one person has two accounts, or one account two people', () => {
    const [one, other] = groupByAccount([seen(1, '7'), seen(1, '8', { instanceId: 'hub-2' })]);
    expect([one?.reason?.text, other?.reason?.text]).toEqual([
      'this person is linked with more than one account at the hub',
      'this person is linked with more than one account at the hub',
    ]);
    const [first, second] = groupByAccount([seen(1, '7'), seen(2, '7', { instanceId: 'hub-2' })]);
    expect([first?.reason?.text, second?.reason?.text]).toEqual([
      'more than one person is linked with this account at the hub',
      'more than one person is linked with this account at the hub',
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { HubInvitationsService, isOutdatedInvite } from './hub-invitations.service.js';
import { NOTHING_CONFIRMED } from './media-accounts.repository.js';

const WAITING = { createdByUs: true, manageAccess: true, isPending: true, hubEmail: 'old@example.org' };

describe('doc3 §9.2: an invitation at an address that is not the person’s any more', () => {
  it.each([
    ['another address was named', WAITING, 'new@example.org', true],
    ['the address differs in case alone', WAITING, 'Old@Example.org', false],
    ['no address was named', WAITING, '', false],
    ['it was accepted', { ...WAITING, isPending: false }, 'new@example.org', false],
    ['somebody else has sent it', { ...WAITING, createdByUs: false }, 'new@example.org', false],
    ['it is managed no longer', { ...WAITING, manageAccess: false }, 'new@example.org', false],
    ['nobody knows its address', { ...WAITING, hubEmail: '' }, 'new@example.org', false],
  ])('%s', (_case, link, ownAddress, expected) => {
    expect(isOutdatedInvite(link, ownAddress)).toBe(expected);
  });
});

const ADDRESS = 'ana@example.org';
const REMOTE = { id: '7', name: 'ana', isAdministrator: false, isDisabled: false, libraries: null, limitsNow: null };

describe('doc4 §5.3: an invitation to a server at the hub', () => {
  let rows: MediaRowsDatabase;
  let invitations: HubInvitationsService;
  let ana: number;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    invitations = new HubInvitationsService(rows.people, rows.links);
    for (const id of ['basement', 'loft', 'attic']) await rows.server(id);
    ana = await rows.person('ana');
    await rows.database.write((tx) => rows.people.setHubEmail(tx, ana, ADDRESS));
  });

  afterEach(() => rows.close());

  const link = (instanceId: string, fields: { createdByUs?: boolean; isPending?: boolean; email?: string } = {}) =>
    rows.database.write((tx) => {
      const { createdByUs = true, isPending = true, email = ADDRESS } = fields;
      const remote = { ...REMOTE, email, isPending };
      const managed = { manageAccess: true, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
      return rows.links.add(tx, { userId: ana, instanceId, remote, createdByUs, ...managed });
    });
  const stands = (instanceId: string) => rows.database.read((tx) => invitations.stands(tx, ana, instanceId));

  it.each([
    ['stands while it waits', {}, true],
    [
      'stands once it was accepted, whatever address they name then',
      { isPending: false, email: 'former@example.org' },
      true,
    ],
    ['doesn’t stand where it waits at an earlier address of theirs', { email: 'former@example.org' }, false],
    ['doesn’t stand where somebody else has shared the server', { createdByUs: false, isPending: false }, false],
  ])('%s', async (_, fields, expected) => {
    await link('basement', fields);
    expect([await stands('basement'), await stands('loft')]).toEqual([expected, false]);
  });

  it('doesn’t stand once its link has ended, and the one to another server does', async () => {
    const ended = await link('basement');
    await link('loft');
    await rows.database.write((tx) => rows.links.remove(tx, ended));
    expect([await stands('basement'), await stands('loft')]).toEqual([false, true]);
  });

  describe('doc3 §9.3: hub_invited_at, once a link has ended,', () => {
    const ended = (id: number) =>
      rows.database.write(async (tx) => {
        await rows.links.remove(tx, id);
        await invitations.linkEnded(tx, ana);
        return (await rows.people.require(tx, ana)).hubInvitedAt;
      });
    const stamp = (at: number | null) => rows.database.write((tx) => rows.people.setHubInvited(tx, ana, at));

    it('is the moment of the latest invitation that is left, and null without one', async () => {
      const links: number[] = [];
      const moments: number[] = [];
      for (const instanceId of ['basement', 'loft', 'attic']) {
        await rows.clock.advance(1_000);
        links.push(await link(instanceId));
        moments.push(rows.clock.now());
      }
      await stamp(rows.clock.now());
      const left: (number | null)[] = [];
      for (const id of [links[1], links[2], links[0]]) left.push(await ended(id ?? 0));
      expect(left).toEqual([moments[2], moments[0], null]);
    });

    it.each([
      ['was shared by somebody else', { createdByUs: false }],
      ['was sent to an earlier address', { email: 'former@example.org', isPending: false }],
    ])('is null where what is left %s', async (_, fields) => {
      const id = await link('basement');
      await link('loft', fields);
      await stamp(rows.clock.now());
      expect(await ended(id)).toBeNull();
    });

    it('stays null where another address was named since', async () => {
      const id = await link('basement');
      await link('loft');
      await stamp(null);
      expect(await ended(id)).toBeNull();
    });
  });
});

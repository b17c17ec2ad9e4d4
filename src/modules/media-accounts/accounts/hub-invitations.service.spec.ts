import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { NOTHING_CONFIRMED } from './confirmed-access.js';
import { HubInvitationsService } from './hub-invitations.service.js';

const ADDRESS = 'ana@example.org';
const REMOTE = { id: '7', name: 'ana', isAdministrator: false, isDisabled: false, libraries: null, limitsNow: null };

describe('doc4 §5.3: an invitation to a server at the hub', () => {
  let rows: MediaRowsDatabase;
  let invitations: HubInvitationsService;
  let ana: number;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    invitations = new HubInvitationsService(rows.people, rows.links);
    for (const id of ['basement', 'loft']) await rows.server(id);
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
});

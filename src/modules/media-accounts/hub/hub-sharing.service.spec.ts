import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { type Log, silentLog } from '../../../core/logging/log.js';
import { NOTHING_CONFIRMED } from '../accounts/media-accounts.repository.js';
import type { MediaServersService } from '../servers/media-servers.service.js';
import { HubSharingService, strongestState } from './hub-sharing.service.js';

describe('what is said of several servers at the hub together', () => {
  it('doc1 §3: is nothing where there is none', () => {
    expect(strongestState([])).toBe('');
  });

  it.each([
    [['', 'unlinked'], 'unlinked'],
    [['unlinked', 'claimed'], 'claimed'],
    [['claimed', 'failed'], 'failed'],
    [['failed', 'adopted'], 'adopted'],
    [['adopted', 'failed', 'sent', ''], 'sent'],
  ] as const)('doc1 §3: of %j it is %s', (states, together) => {
    expect(strongestState(states)).toBe(together);
  });
});

const HUB = 'hub-1';
const FORMER = 'former@example.org';
/** What this has no use for. */
const unused = undefined as never;

describe('an invitation that waits at an earlier address', () => {
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  it('stays as it is where the server stops while the hub is read, and nothing is logged', async () => {
    const said: string[] = [];
    const log: Log = { ...silentLog, warn: (text) => said.push(text) };
    await rows.server(HUB);
    const userId = await rows.person('ana');
    const remote = { id: FORMER, name: FORMER, email: FORMER, isAdministrator: false, isDisabled: false };
    const link = await rows.database.write(async (tx) => {
      await rows.people.setHubEmail(tx, userId, 'ana@example.org');
      const pending = { ...remote, isPending: true, libraries: null, limitsNow: null };
      const made = { createdByUs: true, manageAccess: true, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
      return rows.links.byId(tx, await rows.links.add(tx, { userId, instanceId: HUB, remote: pending, ...made }));
    });
    if (!link) throw new Error('no link');
    const stopping = new AbortController();
    const account = (_: string, signal?: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        stopping.abort();
      });
    const servers = { connect: () => Promise.resolve({ remote: { account } }) } as unknown as MediaServersService;
    const events = new EventBus(silentLog);
    const outdated = new HubSharingService(
      rows.database,
      rows.people,
      unused,
      unused,
      unused,
      events,
      unused,
      rows.links,
      servers,
      log,
    );
    await outdated.giveUpInvite(link, stopping.signal);
    expect(said).toEqual([]);
    expect(await rows.database.read((tx) => rows.links.byId(tx, link.id))).toEqual(link);
  });
});

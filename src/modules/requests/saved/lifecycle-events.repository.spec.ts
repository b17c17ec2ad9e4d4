import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { realTransitions } from '../../../../test/harness/real-transitions.js';
import type { WriteTx } from '../../../core/database/database.js';
import type { DeliveryCode } from './job-rows.js';
import { isFailure } from './lifecycle-events.repository.js';

const ANN = { userId: 7, username: 'ann', role: 'user' } as const;
const ADMIN = 1;
const { lifecycle, transitions } = realTransitions();

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
});
afterEach(() => fixture.close());

const told = () =>
  fixture.database.read(async (tx) =>
    (await lifecycle.oldest(tx, 10)).map(({ event, actorId, at, requestId }) => [event, requestId, actorId, at]),
  );

function add(tx: WriteTx, requireApproval: boolean): Promise<{ readonly requestId: number }> {
  const work = { mediaType: 'movie', key: '603', tmdbId: 603, foreignId: '', searchTerm: '', title: 'Heat' } as const;
  const input = { ...work, userId: ANN.userId, bookFormat: '', qualityProfileId: 0, instanceId: 'films' } as const;
  const openKeys = { pending: null, accepted: null };
  const policy = { requireApproval, allowQualityChoice: false };
  return transitions.add(tx, ANN as never, { input, openKeys, formats: [''], policy, units: [] } as never, 10);
}

describe('issue 24, source of lifecycle events: a transition leaves its event in its own write', () => {
  it('of a request that waits, and of its decisions, with who did it', async () => {
    const [one, two, three] = await fixture.database.write(async (tx) => {
      const ids = [await add(tx, true), await add(tx, true), await add(tx, false)].map(({ requestId }) => requestId);
      await transitions.approve(tx, ids[0] ?? 0, { adminId: ADMIN, at: 20 }, {});
      await transitions.deny(tx, ids[1] ?? 0, { adminId: ADMIN, at: 30 }, 'no');
      return ids;
    });
    expect(await told()).toEqual([
      ['request_pending', one, ANN.userId, 10],
      ['request_pending', two, ANN.userId, 10],
      ['request_auto_approved', three, ANN.userId, 10],
      ['request_approved', one, ADMIN, 20],
      ['request_denied', two, ADMIN, 30],
    ]);
  });

  it('none of a write that is undone, and none of a withdrawal', async () => {
    const undone = fixture.database.write(async (tx) => {
      await add(tx, true);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await fixture.database.write(async (tx) => {
      const { requestId } = await add(tx, false);
      await lifecycle.taken(tx, await lifecycle.oldest(tx, 10));
      await transitions.withdraw(tx, requestId, 20);
    });
    expect(await told()).toEqual([]);
  });

  it.each<[DeliveryCode, 'retry' | 'attention', boolean]>([
    ['retry_limit', 'attention', true],
    ['library_unavailable', 'attention', true],
    ['import_failed', 'attention', true],
    ['service_unavailable', 'retry', false],
    ['access_unavailable', 'attention', false],
    ['request_unavailable', 'attention', false],
    ['tv_match_paused', 'attention', false],
    ['instance_missing', 'attention', false],
  ])('doc 2 §6, request_failed: %s in %s is told: %s', async (code, state, isTold) => {
    await fixture.database.write(async (tx) => {
      const { requestId } = await add(tx, false);
      await lifecycle.taken(tx, await lifecycle.oldest(tx, 10));
      await transitions.handBack(tx, { requestId, format: '' }, { state, code, message: null }, 40);
    });
    expect(await told()).toEqual(isTold ? [['request_failed', 1, null, 40]] : []);
    expect(isFailure(code)).toBe(isTold);
  });
});

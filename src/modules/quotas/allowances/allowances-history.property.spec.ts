import { expect, it } from 'vitest';
import fc from 'fast-check';
import { HELD_RIGHT } from '../../../../test/harness/acting-administrator.js';
import { AllowanceFixture } from '../../../../test/harness/allowance-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { counts } from '../../../../test/harness/full-counts.js';
import { AllowanceModel } from '../../../../test/models/allowance-model.js';
import { history, type Happening } from '../../../../test/models/history.js';
import type { Spender } from './quota.service.js';
import { QuotaExceeded } from './quota-exceeded.js';

/** Requests of several histories lie in one file, so each history has numbers of its own. */
const REQUESTS_OF_A_HISTORY = 10;

async function live(
  fixture: AllowanceFixture,
  { spender, firstRequest }: { spender: Spender; firstRequest: number },
  model: AllowanceModel,
  happening: Happening,
): Promise<void> {
  switch (happening.what) {
    case 'time':
      await fixture.clock.leap(happening.ms);
      return;
    case 'rule': {
      const { kind, count, days } = happening;
      await fixture.fixture.changeAccount(HELD_RIGHT, spender.userId, { [kind]: { count, windowDays: days } });
      model.rules[kind] = { count, days };
      return;
    }
    case 'ask': {
      const { request, library, units } = happening;
      const refusal = await errorOf(fixture.take(firstRequest + request, spender, units, library));
      const answer = model.ask(request, library, units, fixture.clock.now());
      expect(refusal === undefined || refusal instanceof QuotaExceeded).toBe(true);
      expect(refusal === undefined).toBe(answer.accepted);
      return;
    }
    case 'begin':
      await fixture.begin(firstRequest + happening.request, happening.keys);
      model.begin(happening.request, happening.keys);
      return;
    case 'give_back':
      await fixture.giveBack(firstRequest + happening.request);
      model.giveBack(happening.request);
      return;
    case 'reset':
      await fixture.database.write((tx) =>
        fixture.allowances.reset(tx, spender, { adminId: 1, kinds: happening.kinds }, fixture.clock.now()),
      );
      model.reset(happening.kinds);
  }
}

it('what the tables say is what the plain model says, in every history', async () => {
  const fixture = await AllowanceFixture.open();
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(history, async (happenings) => {
      histories += 1;
      const spender = await fixture.person(`person-${histories}`);
      const firstRequest = histories * REQUESTS_OF_A_HISTORY;
      const model = new AllowanceModel();
      for (const happening of happenings) {
        await live(fixture, { spender, firstRequest }, model, happening);
        const now = fixture.clock.now();
        const view = await fixture.database.read((tx) => fixture.allowances.view(tx, spender, now));
        expect(view.nextChangeAt).toBe(model.nextChange(now));
        expect(view.allowances.map(({ used, remaining }) => [used, remaining])).toEqual(
          view.allowances.map(({ kind }) => [model.used(kind, now), model.remaining(kind, now)]),
        );
      }
    }),
    { numRuns: counts({ always: 40, full: 200 }) },
  );
  await fixture.close();
}, 300_000);

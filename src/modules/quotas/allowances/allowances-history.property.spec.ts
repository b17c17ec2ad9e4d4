import { expect, it } from 'vitest';
import fc from 'fast-check';
import { STANDING } from '../../../../test/harness/acting-administrator.js';
import { AllowanceStand } from '../../../../test/harness/allowance-stand.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { counts } from '../../../../test/harness/full-counts.js';
import { AllowanceModel } from '../../../../test/models/allowance-model.js';
import { history, type Happening } from '../../../../test/models/history.js';
import type { Spender } from './allowances.js';
import { QuotaExceeded } from './quota-exceeded.js';

/** Requests of several histories lie in one file, so each history has numbers of its own. */
const REQUESTS_OF_A_HISTORY = 10;

async function live(
  stand: AllowanceStand,
  { spender, firstRequest }: { spender: Spender; firstRequest: number },
  model: AllowanceModel,
  happening: Happening,
): Promise<void> {
  switch (happening.what) {
    case 'time':
      await stand.clock.leap(happening.ms);
      return;
    case 'rule': {
      const { kind, count, days } = happening;
      await stand.desk.changeAccount(STANDING, spender.userId, { [kind]: { count, windowDays: days } });
      model.rules[kind] = { count, days };
      return;
    }
    case 'ask': {
      const { request, library, units } = happening;
      const refusal = await errorOf(stand.take(firstRequest + request, spender, units, library));
      const answer = model.ask(request, library, units, stand.clock.now());
      expect(refusal === undefined || refusal instanceof QuotaExceeded).toBe(true);
      expect(refusal === undefined).toBe(answer.accepted);
      return;
    }
    case 'begin':
      await stand.begin(firstRequest + happening.request, happening.keys);
      model.begin(happening.request, happening.keys);
      return;
    case 'give_back':
      await stand.giveBack(firstRequest + happening.request);
      model.giveBack(happening.request);
      return;
    case 'reset':
      await stand.database.write((tx) =>
        stand.allowances.reset(tx, spender, { adminId: 1, kinds: happening.kinds }, stand.clock.now()),
      );
      model.reset(happening.kinds);
  }
}

it('what the tables say is what the plain model says, in every history', async () => {
  const stand = await AllowanceStand.open();
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(history, async (happenings) => {
      histories += 1;
      const spender = await stand.person(`person-${histories}`);
      const firstRequest = histories * REQUESTS_OF_A_HISTORY;
      const model = new AllowanceModel();
      for (const happening of happenings) {
        await live(stand, { spender, firstRequest }, model, happening);
        const now = stand.clock.now();
        const view = await stand.database.read((tx) => stand.allowances.view(tx, spender, now));
        expect(view.nextChangeAt).toBe(model.nextChange(now));
        expect(view.allowances.map(({ used, remaining }) => [used, remaining])).toEqual(
          view.allowances.map(({ kind }) => [model.used(kind, now), model.remaining(kind, now)]),
        );
      }
    }),
    { numRuns: counts({ always: 40, full: 200 }) },
  );
  await stand.close();
}, 300_000);

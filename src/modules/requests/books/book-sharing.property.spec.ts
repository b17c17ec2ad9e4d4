import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counts } from '../../../../test/harness/full-counts.js';
import { SharingFixture } from '../../../../test/harness/sharing-fixture.js';
import { FORMATS, PEOPLE, sharingHistory, SharingModel } from '../../../../test/models/sharing-model.js';

describe('sharing the work on a book, over generated histories', () => {
  let sharing: SharingFixture;

  beforeAll(async () => {
    sharing = await SharingFixture.open();
  });

  afterAll(() => sharing.close());

  it('issue 20, what this must show, 2: charges, subscribers and open jobs equal a plain model', async () => {
    await fc.assert(
      fc.asyncProperty(sharingHistory, async (history) => {
        await sharing.begin();
        const model = new SharingModel();
        for (const happening of history) {
          if (!model.happens(happening)) continue;
          model.apply(happening);
          await sharing.apply(happening);
          for (const format of FORMATS)
            expect({ format, ...(await sharing.state(format)) }).toEqual({
              format,
              openJobs: model.stateOf(format) === null ? 0 : 1,
              ownerWaits: true,
              state: model.stateOf(format),
              waiting: model.waitingFor(format),
              charged: Array.from({ length: PEOPLE }, (_, person) => model.isCharged(person, format)),
            });
        }
      }),
      { numRuns: counts({ always: 12, full: 2_000 }) },
    );
  }, 600_000);
});

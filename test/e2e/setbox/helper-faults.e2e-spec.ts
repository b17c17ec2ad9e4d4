import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeHelperFault } from '../../fakes/appletv/fake-setbox-helper.js';
import { FILM, SetboxHousehold, verdict } from './setbox-household.js';
import { DEN, PIN } from '../../harness/paired-box.js';

/**
 * What a refusal and a failure are to who opens, checks, pairs and searches; `helper/operation-refusals.spec` has the table of all,
 * `clients/appletv/helper-process.spec` what a program can do wrong.
 */
const TABLE: readonly (readonly [fault: FakeHelperFault, open: string, check: string, pair: string, search: string])[] =
  [
    ['auth_failed', '409 needs_pairing', '409 needs_pairing', '502 pairing_failed', '503 unavailable'],
    ['garbage', '502 launch_failed', '502 launch_failed', '502 pairing_failed', '503 unavailable'],
  ];

describe('issue 25, show 2 and 3: what the program does wrong', () => {
  let household: SetboxHousehold;
  let id: string;

  beforeAll(async () => {
    household = await SetboxHousehold.open();
  });
  beforeEach(async () => {
    await household.startOver();
    id = await household.pairedForAna();
    for (const issued of household.helper.issued(DEN.identifier))
      household.app.secrets.plant('credentials of the box', issued);
  });
  afterAll(() => household.close());

  it.each(TABLE)('doc3 §12.3: %s', async (fault, open, check, pair, search) => {
    const { helper, admin } = household;
    for (const op of ['open', 'check', 'pair_begin', 'discover'] as const) helper.fault(op, fault);
    const answers = [
      await household.openOn(id),
      await admin.post(`/api/setboxes/${id}/check`, {}),
      await admin.post('/api/setboxes/pairings', DEN),
      await admin.post('/api/setboxes/discover', {}),
    ];
    expect(answers.map(verdict)).toEqual([open, check, pair, search]);
    for (const { text } of answers)
      expect(text).toMatch(/^\{"(?:error":"[^"]*","code":"\w+|code":"\w+","error":"[^"]*)"\}$/);
    helper.recover();
    await household.askHelper();
  });

  it('doc3 §12.3: one that says nothing is 504 after forty seconds, and its process is gone', async () => {
    const { helper, app } = household;
    const asked = helper.calls().filter(({ ops }) => ops.includes('open')).length;
    helper.fault('open', 'ignores-sigterm');
    const opening = household.openOn(id);
    await helper.arrived('open', asked + 1);
    for (const ms of [40_000, 2_000, 2_000]) await app.clock.advance(ms);
    expect(verdict(await opening)).toBe('504 timeout');
    await helper.quiet();
    helper.recover();
    await household.askHelper();
  });

  it('issue 25, show 3: no credential, PIN or link in arguments or environment, and no text of the program anywhere', async () => {
    const { helper, app, admin } = household;
    helper.fault('open', 'stderr-secrets');
    helper.fault('check', 'stderr-secrets');
    await household.openOn(id);
    await admin.post(`/api/setboxes/${id}/check`, {});
    helper.recover();
    const issued = helper.issued(DEN.identifier);
    expect(issued.length).toBeGreaterThan(0);
    const secrets = [...issued, `infuse://movie/${FILM}`];
    for (const { argv, environment } of helper.calls()) {
      expect(environment.filter((name) => !['HOME', 'LANG', 'PATH'].includes(name))).toEqual([]);
      for (const secret of [...secrets, PIN]) expect(argv.join(' ')).not.toContain(secret);
    }
    for (const line of app.logLines) for (const secret of secrets) expect(line).not.toContain(secret);
    for (const file of readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()))
      for (const secret of issued)
        expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(secret);
  });
});

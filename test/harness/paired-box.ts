import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { HELPER_JOB } from '../../src/modules/setbox/helper/setbox-helper.service.js';
import type { FakeSetboxHelper } from '../fakes/appletv/fake-setbox-helper.js';
import type { HttpClient } from './http-client.js';
import type { App } from './start-app.js';

/** A box as an administrator names it to pair it. */
export const DEN = { name: 'Den', address: '10.0.0.40', identifier: 'AA:BB:CC:DD:EE:01' };
/** With a zero in front: it is text. */
export const PIN = '0042';
/** The player that titles are opened in. */
export const PLAYER = 'com.firecore.infuse';

/** Pairs a box, by the PIN that it shows. Answers its id. */
export async function pairBox(admin: HttpClient, box: typeof DEN, pin = PIN): Promise<string> {
  const begun = await admin.post('/api/setboxes/pairings', box);
  const { id } = begun.body as { readonly id: string };
  const done = await admin.post(`/api/setboxes/pairings/${id}/complete`, { pin });
  if (done.status !== 201) throw new Error(`not paired: ${begun.text} ${done.text}`);
  return (done.body as { readonly id: string }).id;
}

/** The server asks the program which one it is, as it does every ten minutes. */
export async function askHelper(app: App, helper: FakeSetboxHelper): Promise<void> {
  await app.get(JobRunner).runNow(HELPER_JOB);
  await helper.quiet();
}

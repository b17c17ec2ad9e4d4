/**
 * The whole server in a process of its own, built and listening, with a clock of its own. A test forks it, waits for
 * `loaded`, tells it `{ now }`, and gets `{ is: 'listening', url }`; it may kill it at any moment.
 */
import { createApp } from '../../dist/app/create-app.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { silentLog } from '../../dist/core/logging/log.js';
import { SystemRandom } from '../../dist/core/time/random.js';
import { GivenClock } from './given-clock.mjs';

async function serve({ now }) {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  const app = await createApp({ settings, clock: new GivenClock(now), random: new SystemRandom(), log: silentLog });
  await app.listen(0, settings.host);
  process.send({ is: 'listening', url: `http://127.0.0.1:${app.getHttpServer().address().port}` });
}

process.once('message', (order) => {
  serve(order).catch((fault) => {
    console.error(fault);
    process.exit(1);
  });
});
// A server whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });

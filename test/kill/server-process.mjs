/**
 * The whole server in a process of its own, built and listening, with a clock of its own. A test forks it, waits for
 * `loaded`, tells it `{ now }`, and gets `{ is: 'listening', url }`; it may kill it at any moment, or order `{ dieAt }`, which
 * is repeated as `{ is }`:
 *
 *   order_leaves    it kills itself when the next order to a download client is about to be sent
 *   order_answered  it kills itself when the next one has been answered, before it answers itself
 */
import { createApp } from '../../dist/app/create-app.js';
import { HttpTransport } from '../../dist/clients/http/http-transport.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { silentLog } from '../../dist/core/logging/log.js';
import { SystemRandom } from '../../dist/core/time/random.js';
import { GivenClock } from './given-clock.mjs';

/** The operations that change something at a download client. */
const ORDER = /^(?:item|queue|torrents?)\.(?:pause|resume|stop|start|delete|remove)$/;

/** Where it is to die; null for nowhere. */
let dieAt = null;

function watchOrders() {
  const { send } = HttpTransport.prototype;
  const passed = (step, { operation }) => {
    if (dieAt === step && ORDER.test(operation)) process.kill(process.pid, 'SIGKILL');
  };
  HttpTransport.prototype.send = async function (call) {
    passed('order_leaves', call);
    const answer = await send.call(this, call);
    passed('order_answered', call);
    return answer;
  };
}

async function serve({ now }) {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  const app = await createApp({ settings, clock: new GivenClock(now), random: new SystemRandom(), log: silentLog });
  await app.listen(0, settings.host);
  process.send({ is: 'listening', url: `http://127.0.0.1:${app.getHttpServer().address().port}` });
}

process.once('message', (order) => {
  watchOrders();
  process.on('message', (later) => {
    ({ dieAt } = later);
    process.send({ is: dieAt });
  });
  serve(order).catch((fault) => {
    console.error(fault);
    process.exit(1);
  });
});
// A server whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });

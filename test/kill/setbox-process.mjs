/**
 * The client of the set-top box helper in a process of its own. A test forks it, waits for `loaded`, and gives it one order:
 *
 *   { command, pair: { address, identifier }, open: { address, identifier, credentials } }
 *
 * It says `pairing` once the one box shows its PIN, and has the other one open a link meanwhile. It doesn't end by itself.
 */
import { AppleTvHelper } from '../../dist/clients/appletv/appletv-helper.js';
import { Secret } from '../../dist/core/secrets/secret.js';
import { SystemClock } from '../../dist/core/time/clock.js';

process.once('message', async ({ command, pair, open }) => {
  const helper = new AppleTvHelper({ command, clock: new SystemClock() });
  await helper.beginPairing(pair);
  const box = { ...open, credentials: Secret.of(open.credentials) };
  helper.open(box, { app: 'com.firecore.infuse', url: 'infuse://movie/990101' }).then(
    () => process.send({ is: 'opened' }),
    (fault) => console.error(fault),
  );
  process.send({ is: 'pairing' });
});
// A process whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });

import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Log } from '../../core/logging/log.js';
import type { Clock } from '../../core/time/clock.js';

const REQUESTS_MS = 5_000;

/** How long all of it may take; a container runtime waits for 10 seconds. */
const ALL_MS = 9_000;

/** npm passes on what a terminal sends to both of us: within this time a second signal means the same. */
const SAME_SIGNAL_MS = 1_000;

/**
 * SIGINT and SIGTERM end the server in order: requests are answered, jobs hand back what they have leased, the database is closed. Clients
 * with an open request are left after five seconds, whatever else hangs after nine: no data is lost, since every write is on the disk or
 * was never made. A second signal ends it at once.
 */
export function stopOnSignals(app: INestApplication, log: Log, clock: Clock): void {
  let stoppingSince: number | undefined;
  const abandon = (reason: string): void => {
    log.error('could not stop in order', { reason });
    process.exit(1);
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (clock.monotonic() - stoppingSince >= SAME_SIGNAL_MS) abandon(`a second ${signal}`);
      return;
    }
    stoppingSince = clock.monotonic();
    log.info('stopping', { signal });
    stopListening(app.getHttpServer() as Server, clock);
    clock.setTimer(ALL_MS, () => abandon(`not done within ${ALL_MS / 1_000} s`));
    app.close().then(
      () => process.exit(0),
      (fault: unknown) => {
        log.error('could not stop in order', { error: fault });
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Idle connections end now, the others with their answer or when their time is up. */
function stopListening(server: Server, clock: Clock): void {
  server.keepAliveTimeout = 1;
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  server.close();
  clock.setTimer(REQUESTS_MS, () => server.closeAllConnections());
}

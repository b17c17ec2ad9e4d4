import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Log } from '../../core/logging/log.js';
import type { Clock } from '../../core/time/clock.js';

/** How long requests under way may take to end; whoever stops a container waits for 10 seconds. */
const GRACE_MS = 5_000;

/**
 * SIGINT and SIGTERM end the server in order: no new work, work under way handed back, database closed. A signal that
 * comes while it is ending changes nothing.
 */
export function stopOnSignals(app: INestApplication, log: Log, clock: Clock): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { signal });
    clock.setTimer(GRACE_MS, () => (app.getHttpServer() as Server).closeAllConnections());
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

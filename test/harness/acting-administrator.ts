import type { ActingAdministrator } from '../../src/core/access/caller.js';
import type { Privileged } from '../../src/core/access/privileged-write.js';
import { AccessGuard } from '../../src/modules/auth/guards/access.guard.js';
import type { App, Session } from './start-app.js';

/** A right that is still held, for tests of what is done with it. */
export const HELD_RIGHT: Privileged = { confirm: () => Promise.resolve() };

/** A signed-in account as the guard hands an administrator to a handler: let in, and judged again in each write. */
export function actingAdministrator(app: App, { userId, username, deviceId }: Session): ActingAdministrator {
  const caller = { userId, username, deviceId, role: 'admin', kids: false } as const;
  return app.get(AccessGuard).acting(caller, { kind: 'admin', permission: 'users:manage' });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELD_RIGHT } from '../../../../test/harness/acting-administrator.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { openAsServer } from '../../../../test/harness/database-inspection.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemClock } from '../../../core/time/clock.js';
import { SystemRandom } from '../../../core/time/random.js';
import { AccountsRepository } from '../../users/users.public.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { HoldingsRepository } from './holdings.repository.js';
import { InstanceGrantsService } from './instance-grants.service.js';
import { InstanceUsersService } from './instance-users.service.js';

describe('doc3 §3.2: assignments while the storage is out of order', () => {
  let folder: string;
  let users: InstanceUsersService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-assignments-'));
    const database = await openAsServer(join(folder, 'usher.sqlite'));
    const clock = new SystemClock();
    const box = new SecretBox(Buffer.alloc(32), new SystemRandom());
    const directory = new InstanceDirectoryService(new InstancesRepository(box, clock));
    const accounts = new AccountsRepository(clock);
    const events = new EventBus(silentLog);
    const holdings = new HoldingsRepository();
    const grants = new InstanceGrantsService(accounts, holdings);
    users = new InstanceUsersService(database, directory, accounts, holdings, grants, events);
    await database.close();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const unavailable = { status: 503, safeText: 'assignments temporarily unavailable' };

  it('are 503 in their own words when they are read', async () => {
    expect(await errorOf(users.assignments('films'))).toMatchObject(unavailable);
  });

  it('are 503 in their own words when they are changed', async () => {
    expect(await errorOf(users.changeAssignments(HELD_RIGHT, 'films', { action: 'add', userIds: [1] }))).toMatchObject(
      unavailable,
    );
  });
});

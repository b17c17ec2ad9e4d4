import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STANDING } from '../../../../test/harness/acting-administrator.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { openAsServer } from '../../../../test/harness/database-inspection.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemClock } from '../../../core/time/clock.js';
import { SystemRandom } from '../../../core/time/random.js';
import { Accounts } from '../../users/users.public.js';
import { InstanceDirectory } from '../registry/instance-directory.js';
import { InstanceRows } from '../registry/instance-rows.js';
import { Assignments } from './assignments.js';
import { Grants } from './grants.js';
import { Preferences } from './preferences.js';

describe('doc3 §3.2: assignments while the storage is out of order', () => {
  let folder: string;
  let assignments: Assignments;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-assignments-'));
    const database = await openAsServer(join(folder, 'usher.sqlite'));
    const clock = new SystemClock();
    const box = new SecretBox(Buffer.alloc(32), new SystemRandom());
    const directory = new InstanceDirectory(new InstanceRows(box, clock));
    const accounts = new Accounts(clock);
    const events = new EventBus(silentLog);
    const preferences = new Preferences();
    const grants = new Grants(preferences);
    assignments = new Assignments(database, directory, accounts, grants, preferences, events);
    await database.close();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const unavailable = { status: 503, safeText: 'assignments temporarily unavailable' };

  it('are 503 in their own words when they are read', async () => {
    expect(await errorOf(assignments.list('films'))).toMatchObject(unavailable);
  });

  it('are 503 in their own words when they are changed', async () => {
    expect(await errorOf(assignments.change(STANDING, 'films', { action: 'add', userIds: [1] }))).toMatchObject(
      unavailable,
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { InstanceGrantRow, InstancePreferenceRow } from '../registry/rows.js';
import { HoldingsRepository } from './holdings.repository.js';
import { InstanceAccessService } from './instance-access.service.js';

const KIND = 'video_server_a';

describe('doc1 routing rules 2 and 4: what is stored of who holds and prefers an instance', () => {
  const access = new InstanceAccessService(undefined as never, new HoldingsRepository());
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  it('an account may use what it holds, and its requests go to what it prefers of that', async () => {
    const [ana, ben] = [await rows.person('ana'), await rows.person('ben')];
    for (const id of ['one', 'two', 'three']) await rows.server(id);
    await rows.database.write(async (tx) => {
      for (const instanceId of ['one', 'two']) await tx.insert(InstanceGrantRow, { userId: ana, instanceId });
      await tx.insert(InstanceGrantRow, { userId: ben, instanceId: 'three' });
      await tx.insert(InstancePreferenceRow, { userId: ana, serviceType: KIND, instanceId: 'two' });
    });
    const of = (userId: number, role: 'user' | 'admin') =>
      rows.database.read((tx) => access.usable(tx, { userId, role }, KIND));
    const ids = async (userId: number, role: 'user' | 'admin' = 'user') => (await of(userId, role)).map(({ id }) => id);
    expect(await ids(ana)).toEqual(['one', 'two']);
    expect(await ids(ben)).toEqual(['three']);
    expect(await ids(ben, 'admin')).toEqual(['one', 'three', 'two']);
    expect((await of(ana, 'user'))[0]).toEqual({
      ...{ id: 'one', serviceType: KIND, name: 'one', url: 'http://films.example' },
      ...{ isDefault: false, sortOrder: 0, autoAddUsers: false },
    });
    const destination = await rows.database.read((tx) =>
      access.resolveDestination(tx, { userId: ana, role: 'user' }, KIND),
    );
    expect(destination.id).toBe('two');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { HubEventsRepository } from './hub-events.repository.js';

const events = new HubEventsRepository();

describe('issue 24: what has happened at the hub is kept until it is taken', () => {
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  const kept = async () =>
    (await rows.database.read((tx) => events.oldest(tx, 10))).map(({ event, userId, instanceId }) => [
      event,
      userId,
      instanceId,
    ]);

  it('oldest first, with the write that makes it true or not at all', async () => {
    await rows.database.write(async (tx) => {
      await events.noteAddress(tx, 1);
      await events.noteInvite(tx, 2, 'basement');
    });
    const undone = rows.database.write(async (tx) => {
      await events.noteAddress(tx, 3);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await kept()).toEqual([
      ['hub_access_request', 1, null],
      ['hub_invite_sent', 2, 'basement'],
    ]);
  });

  it('until its account is deleted, and nobody else’s', async () => {
    await rows.database.write(async (tx) => {
      for (const userId of [1, 2, 1]) await events.noteAddress(tx, userId);
      await events.removeAccount(tx, 1);
    });
    expect(await kept()).toEqual([['hub_access_request', 2, null]]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { MediaHousehold } from '../../harness/media-household.js';

describe('doc2 compat: users with linked media-server identities', () => {
  let house: MediaHousehold;
  let tool: KeyClient;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    tool = await KeyClient.issuedBy(house.app, house.admin);
  });

  afterAll(() => house.close());

  const shown = async () => (await tool.get(`/api/v1/user/${house.ana.userId}`)).body;

  it('name the account from the moment on at which it is linked, until it is not', async () => {
    const { id } = house.jellyfin.given.account({ name: 'anna' });
    expect(await shown()).toMatchObject({ jellyfinUserId: null, userType: 2 });
    await house.link(house.ana, 'video_server_a', id);
    expect(await shown()).toMatchObject({ jellyfinUserId: id, jellyfinUsername: 'anna', userType: 3 });
    await house.admin.delete(house.accountPath(house.ana, 'video_server_a'));
    expect(await shown()).toMatchObject({ jellyfinUserId: null, userType: 2 });
  });
});

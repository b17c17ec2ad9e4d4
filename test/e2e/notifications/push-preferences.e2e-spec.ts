import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  OPEN_POLICY,
  PUSH_CATEGORIES,
} from '../../../src/modules/notifications/push/push-categories.js';
import type { Session } from '../../harness/start-app.js';
import { PushHousehold } from './push-household.js';

const OWN = '/api/notifications/preferences';
const POLICY = '/api/admin/push-notifications';

const open = {
  enabled: true,
  categories: { ...OPEN_POLICY.categories, hub_invite_sent: true },
  configured: true,
  web_push: true,
};

describe('doc3 §9.1, doc4 §5.3: what people want to be pushed', () => {
  let household: PushHousehold;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    household = await PushHousehold.start();
    ({ admin, ana } = household);
  });

  afterAll(() => household.close());

  it('doc3 §9.1: who never chose has the defaults, and sees what the server sends', async () => {
    const { status, body, headers } = await ana.get(OWN);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ ...DEFAULT_PREFERENCES, hub_invite_sent: true, server_policy: open });
  });

  it('doc3 §9.1: legacy flags that are left out are switched off, newer ones stay; the answer is what holds', async () => {
    const ben = await household.app.invite('ben');
    await ben.put(OWN, { push_enabled: false, request_auto_approved: true, hub_invite_sent: false });
    const { status, body } = await ben.put(OWN, { new_movie: true, server_policy: { enabled: false }, unknown: 1 });
    expect(status).toBe(200);
    const on = Object.entries(body as object).flatMap(([name, value]) => (value === true ? [name] : []));
    expect(on.sort()).toEqual(['new_album', 'new_movie', 'request_auto_approved']);
    expect((await ben.get(OWN)).body).toEqual(body);
    expect((await ana.get(OWN)).body).toMatchObject({ request_pending: true });
  });

  it('doc3 §9.1: hub_invite_sent is the older name of media_server_access, which counts where both are sent', async () => {
    expect((await ana.put(OWN, { hub_invite_sent: false })).body).toMatchObject({ media_server_access: false });
    const both = { hub_invite_sent: false, media_server_access: true };
    expect((await ana.put(OWN, both)).body).toMatchObject({ media_server_access: true, hub_invite_sent: true });
  });

  it.each([{ new_movie: 'yes' }, { push_enabled: 1 }, { hub_invite_sent: null }, []])(
    'doc3 §9.1: %j is 400, and nothing changes',
    async (body) => {
      const before = (await ana.get(OWN)).body;
      expect((await ana.put(OWN, body)).status).toBe(400);
      expect((await ana.get(OWN)).body).toEqual(before);
    },
  );

  it('routes: more than 8 KiB is 413', async () => {
    expect((await ana.put(OWN, { pad: 'x'.repeat(8_192) })).status).toBe(413);
  });

  it('doc4 §5.3: the policy is {enabled, categories}; what is left out stays, and holds for everybody at once', async () => {
    expect((await admin.get(POLICY)).body).toEqual(open);
    const { status, body } = await admin.put(POLICY, { categories: { new_movie: false, hub_invite_sent: false } });
    expect(status).toBe(200);
    const categories = { ...open.categories, new_movie: false, media_server_access: false, hub_invite_sent: false };
    expect(body).toEqual({ enabled: true, categories, configured: true, web_push: true });
    expect((await admin.put(POLICY, { enabled: false })).body).toEqual({
      enabled: false,
      categories,
      configured: true,
      web_push: true,
    });
    expect((await ana.get(OWN)).body).toMatchObject({ server_policy: { enabled: false, categories } });
    const all = Object.fromEntries(PUSH_CATEGORIES.map((name) => [name, true]));
    expect((await admin.put(POLICY, { enabled: true, categories: all })).body).toEqual(open);
  });

  it.each([{ enabled: 'yes' }, { categories: [] }, { categories: { new_movie: 1 } }])(
    'doc4 §5.3: a policy of %j is 400',
    async (body) => {
      expect((await admin.put(POLICY, body)).status).toBe(400);
      expect((await admin.get(POLICY)).body).toEqual(open);
    },
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { BoxRow } from '../../../src/modules/setbox/rows.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { BoxesRepository } from '../../../src/modules/setbox/boxes/boxes.repository.js';
import { limitContent } from '../../harness/kids-policy.js';
import { ADMIN_PASSWORD } from '../../harness/start-app.js';
import { SetboxHousehold, verdict } from './setbox-household.js';
import { DEN, PIN } from '../../harness/paired-box.js';

/** No pairing waits any longer, and a moment. */
const FIVE_MINUTES = 301_000;

/** A box that was paired long ago. */
const PLANTED = { name: 'Loft', address: '10.0.0.41', credentials: Secret.of('planted-box'), createdAt: 0 };
const identified = (place: number) => ({ id: String(place).padStart(48, '0'), identifier: `BOX-${place}` });

describe('doc1 §4 Set-top box: pairing', () => {
  let household: SetboxHousehold;

  beforeAll(async () => {
    household = await SetboxHousehold.open();
  });
  beforeEach(() => household.startOver(FIVE_MINUTES));
  afterAll(() => household.close());

  const begin = async (box: object = DEN) => household.admin.post('/api/setboxes/pairings', box);
  const begun = async (box: object = DEN): Promise<string> => ((await begin(box)).body as { id: string }).id;
  const complete = (id: string, pin: unknown = PIN, by = household.admin) =>
    by.post(`/api/setboxes/pairings/${id}/complete`, { pin });

  it('doc3 §12.3: a search answers what it found, and where', async () => {
    const { admin } = household;
    const found = { ...DEN, model: 'Apple TV 4K' };
    expect((await admin.post('/api/setboxes/discover', {})).body).toEqual({ devices: [found], scope: 'network' });
    expect((await admin.post('/api/setboxes/discover', { address: DEN.address })).body).toEqual({
      devices: [found],
      scope: 'address',
    });
  });

  it('doc3 §12.3: a box shows a PIN for five minutes, and is saved once it was handed over, with its zero in front', async () => {
    const answer = await begin();
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{48}$/),
        state: 'pin_required',
        device: { ...DEN, model: 'Apple TV 4K' },
        expires_at: new Date(household.app.clock.now() + 300_000).toISOString(),
      },
    ]);
    const { id } = answer.body as { id: string };
    const done = await complete(id);
    expect([done.status, done.body]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f]{48}$/), ...DEN }]);
    expect(verdict(await complete(id))).toBe('404 pairing_expired');
    await household.helper.quiet();
  });

  it('security 26: credentials are stored sealed', async () => {
    await household.paired();
    const [row] = await household.app.get(Database).read((tx) => tx.find(BoxRow));
    expect(row?.credentials).toMatch(/^v1:/);
    for (const issued of household.helper.issued(DEN.identifier)) expect(row?.credentials).not.toContain(issued);
  });

  it('issue 25: what is not four digits is no PIN, and the pairing goes on', async () => {
    const id = await begun();
    for (const pin of ['004', '00421', '004a', '٠٠٤٢', ' 042'])
      expect([pin, verdict(await complete(id, pin))]).toEqual([pin, '400 invalid_pin']);
    expect(verdict(await complete(id))).toBe('201');
  });

  it('issue 25: a wrong PIN ends the pairing, as it does on the box', async () => {
    const id = await begun();
    expect(verdict(await complete(id, '0043'))).toBe('400 invalid_pin');
    expect(verdict(await complete(id))).toBe('404 pairing_expired');
    await household.helper.quiet();
  });

  it('doc1 §4 Set-top box: another session of the same administrator neither goes on with it nor ends it', async () => {
    const id = await begun();
    const other = await household.app.login('admin', ADMIN_PASSWORD);
    expect(verdict(await complete(id, PIN, other))).toBe('404 pairing_expired');
    expect(verdict(await other.delete(`/api/setboxes/pairings/${id}`))).toBe('404 pairing_expired');
    expect(verdict(await complete(id))).toBe('201');
  });

  it('doc1 §8: after five minutes it has ended, and its process too', async () => {
    const id = await begun();
    await household.app.clock.leap(300_000);
    await household.helper.quiet();
    household.admin = await household.app.refresh(household.admin);
    expect(verdict(await complete(id))).toBe('404 pairing_expired');
  });

  it('doc3 §12.3: one that is cancelled has ended, and its process too', async () => {
    const id = await begun();
    const answer = await household.admin.delete(`/api/setboxes/pairings/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { state: 'cancelled' }]);
    await household.helper.quiet();
    expect(verdict(await complete(id))).toBe('404 pairing_expired');
  });

  it('security 32: it falls with the session that began it', async () => {
    const other = await household.app.login('admin', ADMIN_PASSWORD);
    await other.post('/api/setboxes/pairings', DEN);
    expect(household.helper.running()).toHaveLength(1);
    await other.post('/api/auth/logout', {});
    await household.helper.quiet();
    expect(verdict(await begin())).toBe('201');
  });

  it('issue 25: one whose process has died is over, and the next one needn’t wait', async () => {
    const { app, helper } = household;
    helper.fault('pair_begin', 'crash-after-answer');
    const id = await begun();
    await helper.quiet();
    helper.recover();
    const other = await app.login('admin', ADMIN_PASSWORD);
    const next = async () => verdict(await other.post('/api/setboxes/pairings', DEN));
    await expect.poll(next, { interval: 500, timeout: 20_000 }).toBe('201');
    expect(verdict(await complete(id))).toBe('404 pairing_expired');
  });

  it('security 32: it falls with the role of the account that began it', async () => {
    const { app, admin, helper } = household;
    const dora = await app.invite('dora');
    await admin.patch(`/api/admin/users/${dora.userId}`, { role: 'admin' });
    await dora.post('/api/setboxes/pairings', DEN);
    expect(helper.running()).toHaveLength(1);
    await admin.patch(`/api/admin/users/${dora.userId}`, { role: 'user' });
    await helper.quiet();
    expect(verdict(await begin())).toBe('201');
  });

  it('security 12: a session that ends while the box is asked for its PIN has no pairing', async () => {
    const { app, helper } = household;
    const asked = helper.calls().filter(({ ops }) => ops.includes('pair_begin')).length;
    const other = await app.login('admin', ADMIN_PASSWORD);
    helper.hold('pair_begin', 'answer');
    const beginning = other.post('/api/setboxes/pairings', DEN);
    await helper.arrived('pair_begin', asked + 1);
    await other.post('/api/auth/logout', {});
    helper.release('pair_begin', 'answer');
    expect(verdict(await beginning)).toBe('401 unauthorized');
    await helper.quiet();
    expect(verdict(await begin())).toBe('201');
  });

  it('issue 25: one box, one operation: a PIN waits for a link that is being sent, and stays good', async () => {
    const { app, helper } = household;
    const box = await household.pairedForAna();
    const id = await begun();
    helper.hold('open', 'answer');
    const opening = household.openOn(box);
    await household.hasOpened();
    const early = complete(id);
    await app.clock.waitedFor(2_000);
    await app.clock.advance(2_000);
    expect(verdict(await early)).toBe('409 busy');
    helper.release('open', 'answer');
    expect(verdict(await opening)).toBe('200');
    expect(verdict(await complete(id))).toBe('201');
  });

  it('issue 25: a session that begins again takes the place of its own pairing, another one waits', async () => {
    const first = await begun();
    const second = await begun();
    expect(verdict(await complete(first))).toBe('404 pairing_expired');
    const other = await household.app.login('admin', ADMIN_PASSWORD);
    expect(verdict(await other.post('/api/setboxes/pairings', DEN))).toBe('409 busy');
    expect(verdict(await complete(second))).toBe('201');
  });

  it('doc3 §12.3: eight can wait at once', async () => {
    const boxes = Array.from({ length: 9 }, (_, n) => ({ ...DEN, address: `10.0.1.${n}`, identifier: `BOX-${n}` }));
    for (const box of boxes) household.addBox(box);
    const answers = await Promise.all(boxes.map(async (box) => verdict(await begin(box))));
    expect(answers.sort()).toEqual([...Array.from({ length: 8 }, () => '201'), '409 busy']);
  });

  it('issue 25: another box under the address is 409, and nothing is saved', async () => {
    expect(verdict(await begin({ ...DEN, identifier: 'ANOTHER' }))).toBe('409 identity_changed');
    expect(household.helper.running()).toEqual([]);
  });

  it('security 12: who is no administrator any more once the box has taken the PIN has paired nothing', async () => {
    const { app, admin, helper } = household;
    const eve = await app.invite('eve');
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    const { id } = (await eve.post('/api/setboxes/pairings', DEN)).body as { id: string };
    helper.hold('pair_finish', 'answer');
    const completing = complete(id, PIN, eve);
    await helper.arrived('pair_finish', helper.calls().filter(({ ops }) => ops.includes('pair_finish')).length);
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
    helper.release('pair_finish', 'answer');
    expect(verdict(await completing)).toBe('403 not_available');
    expect((await admin.get('/api/setboxes')).body).toEqual({ supported: true, devices: [] });
  });

  it('doc3 §12.3: a box that is paired again keeps its id and its grants, and one that was forgotten begins anew', async () => {
    const { admin, ana } = household;
    const id = await household.pairedForAna();
    household.helper.forgetPairings(DEN.identifier);
    expect(await household.paired()).toBe(id);
    expect((await admin.get(`/api/setboxes/${id}/grants`)).body).toEqual({ user_ids: [ana.userId] });
    expect(verdict(await household.openOn(id))).toBe('200');
    expect((await admin.delete(`/api/setboxes/${id}`)).body).toEqual({ state: 'forgotten' });
    const next = await household.paired();
    expect(next).not.toBe(id);
    expect((await admin.get(`/api/setboxes/${next}/grants`)).body).toEqual({ user_ids: [] });
  });

  it('doc3 §12.3: grants are of adults that there are, each once', async () => {
    const { admin, ana, ben, child } = household;
    const id = await household.paired();
    const refused = { code: 'invalid_request', error: 'user_ids must name adult accounts' };
    for (const wrong of [child.userId, 2_000_000_000])
      expect((await household.grant(id, [ana.userId, wrong])).body).toEqual(refused);
    expect((await household.grant(id, [ben.userId, ana.userId, ben.userId])).body).toEqual({ state: 'saved' });
    const held = [ana.userId, ben.userId].sort((a, b) => a - b);
    expect((await admin.get(`/api/setboxes/${id}/grants`)).body).toEqual({ user_ids: held });
    await limitContent(admin, ben);
    expect((await admin.get(`/api/setboxes/${id}/grants`)).body).toEqual({ user_ids: [ana.userId] });
    await admin.delete(`/api/admin/users/${ben.userId}/content-policy`);
    expect((await household.grant(id, [])).body).toEqual({ state: 'saved' });
    expect((await admin.get(`/api/setboxes/${id}/grants`)).body).toEqual({ user_ids: [] });
  });

  it('issue 25: there are 64 boxes at most, also where the last place was taken meanwhile, and each can be paired again', async () => {
    const database = household.app.get(Database);
    const add = (place: number) =>
      database.write((tx) => household.app.get(BoxesRepository).add(tx, { ...PLANTED, ...identified(place) }));
    for (let place = 0; place < 63; place += 1) await add(place);
    const id = await begun();
    await add(63);
    expect(verdict(await complete(id))).toBe('400 invalid_request');
    expect(verdict(await begin())).toBe('400 invalid_request');
    await database.write((tx) => tx.update(BoxRow, { id: identified(63).id }, { identifier: DEN.identifier }));
    expect(await household.paired()).toBe(identified(63).id);
  });

  it('issue 25: a program of another protocol is none', async () => {
    const { admin, helper } = household;
    helper.fault('version', 'next-protocol');
    await household.askHelper();
    expect((await admin.get('/api/setboxes')).body).toEqual({ supported: false, devices: [] });
    expect(verdict(await admin.post('/api/setboxes/discover', {}))).toBe('503 unsupported');
    helper.recover();
    await household.askHelper();
    expect((await admin.get('/api/setboxes')).body).toEqual({ supported: true, devices: [] });
  });

  it('issue 25: where there is no program, that is said before anything else is looked at', async () => {
    household.helper.fault('version', 'crash');
    household.helper.fault('discover', 'crash');
    await household.admin.post('/api/setboxes/discover', {});
    const own = async () => (await household.admin.get('/api/setboxes')).body;
    await expect.poll(own).toEqual({ supported: false, devices: [] });
    for (const path of ['/none/check', '/discover', '/pairings/none/complete'])
      expect(
        verdict(await household.admin.post(`/api/setboxes${path}`, path.endsWith('complete') ? { pin: PIN } : {})),
      ).toBe('503 unsupported');
    household.helper.recover();
    await household.app.clock.leap(600_000);
    await household.askHelper();
    household.admin = await household.app.refresh(household.admin);
    expect(await own()).toMatchObject({ supported: true });
  });
});

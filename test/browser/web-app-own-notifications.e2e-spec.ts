import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failUntilClicked, tryAllAgain } from '../harness/failing-read.js';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { NotificationHousehold } from './notification-household.js';

const OWN_CHAT = '/api/auth/chat-notifications';
const OWN_PUSH = '/api/notifications/preferences';
const TOKEN = `planted-push-token-of-ana-${'0f'.repeat(16)}`;
const CHOSEN = { push_enabled: true, new_movie: true, new_episode: true, new_book: true, new_album: true };
const ID = '900000000000000101';
const OTHER_ID = '900000000000000102';

/** What is served is dist/web, as the build leaves it. */
describe('issue 24, web app: everybody chooses their own notifications in Profile', () => {
  let house: NotificationHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await NotificationHousehold.open();
    house.app.secrets.plant('push token', TOKEN);
    ana = await house.member('ana');
    person = await house.person('ana');
    ({ page } = person);
  });

  beforeEach(async () => {
    await house.startOver();
    ana = await house.app.refresh(ana);
    await ana.put(OWN_CHAT, { enabled: false, chat_ids: [], events: { request_available: false } });
    await ana.put(OWN_PUSH, { ...CHOSEN, request_decision: false });
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  const show = (): Promise<void> => house.show(page, '/profile/notifications', 'Profile');
  const section = (name: string, on = page) => on.getByRole('region', { name, exact: true });
  const chat = () => section('Mentions in Discord');
  const push = () => section('Push messages');
  const mentioning = (): Promise<void> => house.posting({ enable_mentions: true });
  const said = (text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).first().waitFor();
  const ownChat = async () => (await ana.get(OWN_CHAT)).body;
  const ownPush = async () => (await ana.get(OWN_PUSH)).body;
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };
  const withoutGateway = (on: Page) =>
    on.route(`**${OWN_PUSH}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly server_policy: object };
      const policy = { ...body.server_policy, configured: false };
      await route.fulfill({ response: answer, json: { ...body, server_policy: policy } });
    });

  it('where nothing is set up it is said in plain words, and nothing can be switched', async () => {
    await withoutGateway(page);
    await show();
    await chat().getByText('This server doesn’t post to Discord.').waitFor();
    await push().getByText('This server doesn’t send push messages.').waitFor();
    const switches = section('Notifications').getByRole('checkbox').or(section('Notifications').getByRole('button'));
    expect(await switches.count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Set up notifications' }).count()).toBe(0);
    await house.posting();
    await house.admin.put('/api/admin/push-notifications', { enabled: false });
    await page.unrouteAll();
    await page.reload();
    await chat().getByText('This server posts to Discord, but its posts mention nobody.').waitFor();
    await push().getByText('Push messages are switched off on this server.').waitFor();
  });

  it('administrators are led from there to where it is set up', async () => {
    const admin = await house.person('admin');
    await house.show(admin.page, '/profile/notifications', 'Profile');
    await admin.page.getByRole('link', { name: 'Set up notifications' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await admin.close();
  });

  it('doc2 §2 personal: an id that is none is refused at its field and the draft stays; saved, it is there after a reload', async () => {
    await mentioning();
    await show();
    await chat().getByLabel('Mention me', { exact: true }).check();
    await chat().getByLabel('Your Discord user ID').fill('ana#1234');
    await chat().getByLabel('my request is available').check();
    expect(await chat().getByLabel('a request needs approval').count()).toBe(0);
    await chat().getByRole('button', { name: 'Save' }).click();
    await chat().getByRole('alert').getByText('Enter at most 10 IDs', { exact: false }).waitFor();
    expect(await chat().getByLabel('Your Discord user ID').getAttribute('aria-invalid')).toBe('true');
    expect(await chat().getByLabel('my request is available').isChecked()).toBe(true);
    await look('own-notifications-refused');
    await chat().getByLabel('Your Discord user ID').fill(` ${ID}, ${OTHER_ID}`);
    await chat().getByRole('button', { name: 'Save' }).click();
    await said('Your mentions are saved.');
    await page.reload();
    expect(await chat().getByLabel('Your Discord user ID').inputValue()).toBe(`${ID} ${OTHER_ID}`);
    expect(await ownChat()).toMatchObject({
      enabled: true,
      chat_ids: [ID, OTHER_ID],
      events: { request_available: true, request_denied: false },
    });
  });

  it('doc2 §4: a test uses what is saved, says what is missing, and mentions the reader alone', async () => {
    await mentioning();
    await show();
    const test = () => chat().getByRole('button', { name: 'Send a test post' }).click();
    const refused = (text: string): Promise<void> => chat().getByRole('alert').filter({ hasText: text }).waitFor();
    await test();
    await refused('Switch mentions on and save first.');
    await chat().getByLabel('Mention me', { exact: true }).check();
    await test();
    await refused('Save your changes first.');
    await chat().getByRole('button', { name: 'Save' }).click();
    await said('Your mentions are saved.');
    await test();
    await refused('Save your Discord user ID first.');
    await chat().getByLabel('Your Discord user ID').fill(ID);
    await chat().getByRole('button', { name: 'Save' }).click();
    await expect.poll(ownChat).toMatchObject({ chat_ids: [ID] });
    await test();
    await chat().getByRole('status').getByText('The test post is in the channel. It mentions you.').waitFor();
    expect(house.chat.posted.map(({ pinged }) => pinged)).toEqual([{ users: [ID], roles: [], everyone: false }]);
    await house.app.clock.leap(61_000);
    house.chat.deleteWebhook();
    await test();
    await refused('The test post didn’t go through. The webhook was deleted');
    await house.set({ enabled: false });
    await test();
    await refused('This server doesn’t post to Discord any more.');
  });

  it('a save that fails keeps the draft and says so in its own form alone', async () => {
    await mentioning();
    await show();
    await chat().getByLabel('my request is declined').check();
    for (const own of [OWN_CHAT, OWN_PUSH])
      await page.route(`**${own}`, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error: 'x' } }) : route.fallback(),
      );
    await chat().getByRole('button', { name: 'Save' }).click();
    await chat().getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    expect([
      await page.getByRole('alert').count(),
      await chat().getByLabel('my request is declined').isChecked(),
    ]).toEqual([1, true]);
    await push().getByLabel('New films').uncheck();
    await push().getByRole('button', { name: 'Save' }).click();
    await push().getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    expect(await push().getByLabel('New films').isChecked()).toBe(false);
  });

  it('doc3 §9.1: categories that concern the role are chosen; what the server doesn’t send is named and has no switch', async () => {
    await house.admin.put('/api/admin/push-notifications', { categories: { new_album: false, new_book: false } });
    await show();
    await push().getByText('This server sends nothing about: New books and New albums.').waitFor();
    expect(await push().getByLabel('New albums').count()).toBe(0);
    expect(await push().getByLabel('Requests that need approval').count()).toBe(0);
    await push().getByLabel('Decisions on own requests').check();
    await push().getByLabel('New films').uncheck();
    await look('own-notifications-push');
    await push().getByRole('button', { name: 'Save' }).dblclick();
    await said('Your push messages are saved.');
    expect(await ownPush()).toMatchObject({
      request_decision: true,
      new_movie: false,
      new_book: true,
      new_album: true,
    });
    await push().getByLabel('Send me push messages').uncheck();
    expect(await push().getByLabel('New films').count()).toBe(0);
    await push().getByRole('button', { name: 'Save' }).click();
    await expect.poll(ownPush).toMatchObject({ push_enabled: false, request_decision: true, new_episode: true });
    await push().getByRole('button', { name: 'Send a test message' }).click();
    await push().getByRole('alert').getByText('You have switched push messages off.', { exact: false }).waitFor();
  });

  it('doc3 §5.2, §9.1: a test says how many devices it reached and what became of the others, to the person and to administrators', async () => {
    await ana.post('/api/devices/push-token', { device_id: ana.deviceId, apns_token: TOKEN });
    await show();
    const test = () => push().getByRole('button', { name: 'Send a test message' }).click();
    await test();
    await push().getByRole('status').getByText('Sent to 1 device.').waitFor();
    expect(house.gateway.journal).toMatchObject([{ deviceIds: [ana.deviceId] }]);
    house.gateway.fail('POST /v1/notifications', { status: 401 });
    await test();
    await push()
      .getByRole('alert')
      .getByText('The push gateway refused the key of this server.', { exact: false })
      .waitFor();

    const admin = await house.person('admin');
    await house.show(admin.page, `/admin/people/${ana.userId}`, 'ana');
    const ofAna = section('Push messages', admin.page);
    const tested = () => ofAna.getByRole('button', { name: 'Send a test message' }).click();
    house.gateway.given.faultyToken(TOKEN);
    await tested();
    await ofAna.getByRole('alert').getByText('Sent to 0 of 1 devices.').waitFor();
    await ofAna.getByText('It doesn’t receive messages any more, and is forgotten.').waitFor();
    await tested();
    await ofAna.getByRole('status').getByText('This person has no device that receives push messages.').waitFor();
    await ana.put(OWN_PUSH, { push_enabled: false });
    await tested();
    await ofAna.getByRole('alert').getByText('This person has switched push messages off.').waitFor();
    expect(await admin.page.content()).not.toContain(TOKEN);
    await admin.close();
  });

  it('each block fails by itself, says so and can try again, and the others go on', async () => {
    await mentioning();
    for (const [call, failing, other] of [
      [OWN_CHAT, chat(), push()],
      [OWN_PUSH, push(), chat()],
    ] as const) {
      await failUntilClicked(page, `**${call}`, 500);
      await show();
      await failing.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
      await other.getByRole('button', { name: 'Save' }).waitFor();
      await expect.poll(() => failing.getByRole('button').allTextContents()).toEqual(['Try again']);
      expect(await other.getByRole('alert').count()).toBe(0);
      await tryAllAgain(page);
      await failing.getByRole('button', { name: 'Save' }).waitFor();
      await page.unroute(`**${call}`);
    }
  });

  it('by keyboard alone: mentions are switched on and saved', async () => {
    await mentioning();
    await show();
    await chat().getByLabel('Your Discord user ID').waitFor();
    await tabTo(page, 'Mention me');
    await page.keyboard.press('Space');
    await tabTo(page, 'Your Discord user ID');
    await page.keyboard.type(ID);
    await page.keyboard.press('Enter');
    await said('Your mentions are saved.');
    expect(await ownChat()).toMatchObject({ enabled: true, chat_ids: [ID] });
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });

  it('in German: what the server says, too', async () => {
    await mentioning();
    await ana.put(OWN_CHAT, { enabled: true, chat_ids: [ID] });
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await house.show(page, '/profile/notifications', 'Profil');
    const own = section('Erwähnungen in Discord');
    house.chat.deleteWebhook();
    await own.getByRole('button', { name: 'Testbeitrag senden' }).click();
    await own
      .getByRole('alert')
      .getByText('Der Testbeitrag kam nicht an. Der Webhook wurde gelöscht', { exact: false })
      .waitFor();
    await section('Push-Nachrichten').getByLabel('Neue Filme').waitFor();
    await page.evaluate(`localStorage.removeItem('usher-language')`);
  });
});

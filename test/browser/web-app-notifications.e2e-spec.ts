import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { sayHttp } from '../../src/clients/http/http.sentences.js';
import type { Sentence } from '../../src/core/errors/sentence.js';
import {
  asSentence,
  sayFault,
  sayNotification,
  together,
} from '../../src/modules/notifications/notifications.sentences.js';
import { EXECUTE } from '../fakes/discord/discord-fake.js';
import type { FakeFault } from '../fakes/fake-server.js';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { NotificationHousehold, THREAD, WEBHOOK_TOKEN } from './notification-household.js';

const CHAT = '**/api/admin/chat-notifications';
const PUSH = '**/api/admin/push-notifications';
const ROLE = '900000000000000001';
const OFF = { request_pending: false };

/** What is served is dist/web, as the build leaves it. */
describe('issue 24, web app: administrators set notifications up', () => {
  let house: NotificationHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await NotificationHousehold.open();
    ana = await house.member('ana');
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    person = await house.person('admin');
    ({ page } = person);
  });

  beforeEach(async () => {
    await house.startOver();
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  /** Somebody asks for something, so that a post is due, and it is sent. */
  const asked = async (): Promise<number> => {
    ana = await house.app.refresh(ana);
    const request = await house.asked(ana);
    await house.sent();
    return request;
  };
  const show = async (): Promise<void> => {
    await house.show(page, '/admin/notifications', 'Notifications');
    await discord().getByLabel('Post to Discord').waitFor();
  };
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const discord = () => section('Discord');
  const posts = () => section('Latest posts');
  const bar = () => page.getByRole('region', { name: 'Changes' });
  const press = (name: string): Promise<void> =>
    (name === 'Save' ? bar() : discord()).getByRole('button', { name, exact: true }).click();
  const saved = (): Promise<void> => bar().waitFor({ state: 'detached' });
  const address = () => discord().getByLabel('Webhook address');
  const says = (role: 'alert' | 'status', text: string): Promise<void> =>
    discord().getByRole(role).filter({ hasText: text }).waitFor();
  const stored = async () =>
    (await house.admin.get('/api/admin/chat-notifications')).body as Readonly<Record<string, unknown>>;
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };
  /** The calls from now on that change or try something, by their methods. */
  const changes = (): readonly string[] => {
    const found: string[] = [];
    page.on('request', (call) => {
      if (call.url().includes('chat-notifications') && call.method() !== 'GET') found.push(call.method());
    });
    return found;
  };

  it('Admin leads there; without an address nothing can be switched on or tried, and that is said at its field', async () => {
    const sent = changes();
    await house.show(page, '/admin', 'Overview');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await posts().getByText('Nothing was posted yet.').waitFor();
    expect(await discord().getByRole('button', { name: 'Remove the webhook…' }).count()).toBe(0);
    await discord().getByLabel('Post to Discord').check();
    for (const button of ['Save', 'Send a test post']) {
      await press(button);
      await says('alert', 'Enter the address of a webhook first.');
      expect(await address().getAttribute('aria-invalid')).toBe('true');
    }
    expect(sent).toEqual([]);
    await look('notifications-empty');
    expect(await stored()).toMatchObject({ enabled: false });
  });

  it('security 8: a wrong address is refused at its field, and is in no answer', async () => {
    await show();
    const answers: string[] = [];
    page.on('response', async (answer) => {
      if (answer.url().includes('chat-notifications')) answers.push(await answer.text().catch(() => ''));
    });
    await address().fill(`${house.webhook}/slack`);
    for (const button of ['Send a test post', 'Save']) {
      await press(button);
      await says('alert', 'isn’t the address of a webhook');
    }
    expect(answers.join()).not.toContain(WEBHOOK_TOKEN);
    expect(await address().getAttribute('aria-invalid')).toBe('true');
    expect(await stored()).toMatchObject({ has_webhook: false });
  });

  it('doc2 §4: a draft is tested before anything is saved, and mentions nobody', async () => {
    await show();
    await address().fill(house.webhook);
    await discord().getByText('Thread, name and picture').click();
    await discord().getByLabel('Thread', { exact: true }).fill(THREAD);
    await discord().getByLabel('Name of the author').fill('Film desk');
    await press('Send a test post');
    await says('status', 'The test post is in the channel.');
    expect(house.chat.posted).toMatchObject([{ threadId: THREAD, username: 'Film desk', pinged: { users: [] } }]);
    expect(await stored()).toMatchObject({ has_webhook: false, thread_id: '', username: '' });
    expect(await address().inputValue()).toBe(house.webhook);
  });

  it('security 4: the address is write-only: stored with one click of two, never shown, kept where it is left empty', async () => {
    await show();
    const sent = changes();
    await discord().getByLabel('Post to Discord').check();
    await address().fill(`  ${house.webhook} `);
    await discord().getByLabel('a request is declined').check();
    await bar().getByRole('button', { name: 'Save' }).dblclick();
    await saved();
    expect(sent).toEqual(['PUT']);
    expect(await address().inputValue()).toBe('');
    await discord().getByText('An address is saved. Leave this empty to keep it.').waitFor();
    const everywhere = `[document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state)].join()`;
    expect(await page.evaluate(everywhere)).not.toContain(WEBHOOK_TOKEN);
    await discord().getByText('Thread, name and picture').click();
    await discord().getByLabel('Name of the author').fill('Film desk');
    await press('Save');
    await saved();
    await page.reload();
    expect(await discord().getByLabel('a request is declined').isChecked()).toBe(true);
    expect(await stored()).toMatchObject({ enabled: true, has_webhook: true, username: 'Film desk' });
  });

  it('what another administrator has changed meanwhile stays, since only what was changed here is sent', async () => {
    await house.posting();
    await show();
    await house.set({ events: { request_approved: true }, thread_id: THREAD });
    await discord().getByLabel('a request can’t be delivered').check();
    await press('Save');
    await saved();
    expect(await stored()).toMatchObject({
      thread_id: THREAD,
      events: { request_approved: true, request_failed: true },
    });
  });

  it('what Discord wouldn’t take is refused at its field, also where that is folded away', async () => {
    await show();
    await discord().getByText('Thread, name and picture').click();
    const field = discord().getByLabel('Name of the author', { exact: true });
    await field.fill('My Discord');
    await discord().getByText('Thread, name and picture').click();
    await press('Save');
    await says('alert', 'Discord doesn’t take this name.');
    expect([await field.getAttribute('aria-invalid'), await field.isVisible()]).toEqual(['true', true]);
    expect(await field.inputValue()).toBe('My Discord');
  });

  it('doc2 §6: a role is mentioned only by what is posted and was chosen', async () => {
    await house.posting();
    await show();
    expect(await discord().getByLabel('Role to mention').count()).toBe(0);
    await discord().getByLabel('Mention people and roles').check();
    await discord().getByLabel('Role to mention').fill('@films');
    await press('Save');
    await says('alert', 'Enter the ID of the role');
    await discord().getByLabel('Role to mention').fill(ROLE);
    const choices = discord().getByRole('group', { name: 'Mention the role when' });
    expect(await choices.getByLabel('something requested is available').count()).toBe(0);
    await choices.getByLabel('a request needs approval').check();
    await look('notifications-mentions');
    await press('Save');
    await saved();
    expect(await stored()).toMatchObject({
      enable_mentions: true,
      role_id: ROLE,
      role_events: { request_pending: true, request_denied: false },
    });
  });

  it('Discord takes no test: that is said with what to do, and the draft stays', async () => {
    await house.posting({ enable_mentions: true, role_id: ROLE });
    await show();
    await discord().getByLabel('Role to mention').fill('900000000000000002');
    house.chat.deleteWebhook();
    await press('Send a test post');
    await says('alert', 'The test post didn’t go through.');
    await says('alert', 'The webhook was deleted: make a new one');
    expect(await discord().getByLabel('Role to mention').inputValue()).toBe('900000000000000002');
    expect(await stored()).toMatchObject({ role_id: ROLE });
  });

  it('more tests than a minute allows: says how long to wait', async () => {
    await house.posting();
    await show();
    for (let posted = 1; posted <= 3; posted += 1) {
      await press('Send a test post');
      await expect.poll(() => house.chat.posted.length).toBe(posted);
      await discord().getByRole('button', { name: 'Send a test post', disabled: false }).waitFor();
    }
    await press('Send a test post');
    await says('alert', 'That was a bit fast.');
  });

  it('a save that fails keeps the draft, the address too, and says so in its own form alone', async () => {
    await house.posting();
    await show();
    await page.route(CHAT, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error: 'x' } }) : route.fallback(),
    );
    await address().fill(house.webhook);
    const approved = discord().getByLabel('a request is approved', { exact: true });
    await approved.check();
    await press('Save');
    await says('alert', 'The server is busy right now.');
    await bar().getByRole('alert').getByText('This couldn’t be saved:', { exact: false }).waitFor();
    expect(await address().inputValue()).toBe(house.webhook);
    expect(await approved.isChecked()).toBe(true);
    await page.unrouteAll();
    await press('Save');
    await saved();
    expect(await stored()).toMatchObject({ events: { request_approved: true } });
  });

  it('doc2 §2, error: a post that failed is listed with its reason and leads to its request; what to do is said on top and on Overview', async () => {
    await house.posting();
    house.chat.deleteWebhook();
    const request = await asked();
    await house.show(page, '/admin', 'Overview');
    await section('Server').getByText('Posts to Discord need your attention.').waitFor();
    await section('Server').getByRole('link', { name: 'Open notifications' }).click();
    await says('alert', 'The webhook was deleted: make a new one in the channel and save its address.');
    const post = posts().getByRole('listitem').first();
    await post.getByText('A request needs approval').waitFor();
    await post.getByText('Failed', { exact: true }).waitFor();
    await post.getByText('The webhook was deleted', { exact: false }).waitFor();
    await post.getByRole('link', { name: `Open request ${request}` }).click();
    await page.getByText('Harbor Lights', { exact: false }).first().waitFor();

    house.chat.given.webhook({ token: WEBHOOK_TOKEN });
    await show();
    await address().fill(house.webhook);
    await press('Save');
    await saved();
    await expect.poll(() => discord().getByRole('alert').count()).toBe(0);
    await asked();
    await page.reload();
    await posts().getByRole('listitem').first().getByText('Posted', { exact: true }).waitFor();
    await house.show(page, '/admin', 'Overview');
    await section('Server').getByText('Everything is working.').waitFor();
    expect(await section('Server').getByText('Discord', { exact: false }).count()).toBe(0);
  });

  /** A post that the channel didn't take, or of which nobody knows. */
  const broken = async (fault: FakeFault): Promise<void> => {
    await house.posting();
    house.chat.fail(EXECUTE, fault);
    await asked();
    await show();
  };
  const again = () => posts().getByRole('button', { name: 'Post again: A request needs approval' });
  const inList = (words: string): Promise<void> =>
    posts().getByRole('listitem').getByText(words, { exact: true }).waitFor();

  it('issue 24: a post that failed is posted again by one click of two, and its row keeps the focus', async () => {
    await broken({ status: 400, body: { message: 'no', code: 50_035 } });
    const sent = changes();
    await again().dblclick();
    await page.getByText('It will be posted again in a moment.').waitFor();
    await expect.poll(() => again().count()).toBe(0);
    expect(await page.evaluate(`document.activeElement.textContent`)).toContain('A request needs approval');
    await house.sent();
    await page.reload();
    await inList('Posted');
    expect([sent, house.chat.posted.length]).toEqual([['POST'], 1]);
  });

  it('issue 24: by keyboard, an unconfirmed post is posted again only once it is known that it may stand there twice', async () => {
    await broken(503);
    await tabTo(page, 'Post again');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Post it again?' });
    await dialog.getByText('it will be there twice', { exact: false }).waitFor();
    await look('notifications-post-twice');
    await page.keyboard.press('Escape');
    await inList('Not confirmed');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Post again');
    await page.keyboard.press('Enter');
    await page.getByText('It will be posted again in a moment.').waitFor();
    await house.sent();
    await page.reload();
    await inList('Posted');
  });

  it('issue 24: a post whose event is off, and one that somebody else has posted again, are refused in words', async () => {
    await broken({ status: 400 });
    await house.set({ events: OFF });
    await again().click();
    await posts().getByRole('alert').getByText('Switch it on above and save first.', { exact: false }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'Switch it on above' }).count()).toBe(1);
    await page.route('**/recent/*/repost', (route) =>
      route.fulfill({ status: 409, json: { error: 'x', code: 'chat_post_not_repostable' } }),
    );
    await again().click();
    await posts().getByRole('alert').getByText('This post has changed meanwhile', { exact: false }).waitFor();
    expect(house.chat.posted).toEqual([]);
  });

  it('what becomes of posts appears by itself, and what was typed meanwhile stays', async () => {
    await house.posting();
    const other = await house.person('admin');
    await other.page.clock.install();
    await house.show(other.page, '/admin/notifications', 'Notifications');
    await other.page.getByText('Nothing was posted yet.').waitFor();
    await other.page.getByLabel('Webhook address').fill(house.webhook);
    await other.page.getByLabel('a request is declined').check();
    await asked();
    await other.page.clock.runFor(16_000);
    await other.page.getByRole('region', { name: 'Latest posts' }).getByText('Posted', { exact: true }).waitFor();
    expect(await other.page.getByLabel('Webhook address').inputValue()).toBe(house.webhook);
    expect(await other.page.getByLabel('a request is declined').isChecked()).toBe(true);
    await other.close();
  });

  it('every state of a post is a word, and a problem leads to where it can be mended', async () => {
    const post = (id: number, status: string, more: object = {}) => ({
      ...{ id, event: 'request_available', status, detail: '', attempts: 1, updated_at: '2026-01-01T00:00:00Z' },
      ...more,
    });
    const detail = (sentence: Sentence) => ({ detail: sentence.text, sentence });
    const next = new Date(Date.now() + 300_000).toISOString();
    const recent = [
      post(9, 'pending', {
        ...detail(asSentence(sayFault('chat_limited', { seconds: 2 }))),
        next_attempt_at: next,
        attempts: 3,
      }),
      post(8, 'sending', { event: 'something_new' }),
      post(
        7,
        'unconfirmed',
        detail(asSentence(sayFault('chat_unconfirmed', { reason: sayHttp('no_answer_in_time') }))),
      ),
      post(6, 'cancelled', detail(sayNotification('message_event_switched_off'))),
      post(5, 'sent', { request_id: 4 }),
      post(4, 'failed'),
    ];
    const problems = together([
      sayNotification('observed_library_unreadable', { library: 'Films' }),
      sayNotification('observed_match_needs_attention', { title: 'Ran' }),
    ]);
    await page.route(CHAT, async (route) => {
      const answer = await route.fetch();
      const settings = (await answer.json()) as object;
      await route.fulfill({
        response: answer,
        json: { ...settings, recent, error: problems?.text, sentence: problems },
      });
    });
    await show();
    for (const words of ['Waiting', 'Being sent', 'Not confirmed', 'Cancelled', 'Posted'])
      await posts().getByText(words, { exact: true }).waitFor();
    await posts().getByText('something_new').waitFor();
    await posts().getByText('It isn’t sent again by itself', { exact: false }).waitFor();
    await posts().getByText('3 attempts', { exact: false }).waitFor();
    await posts().getByText('Next try in 5 minutes', { exact: false }).waitFor();
    expect(await posts().getByText('Failed', { exact: true }).count()).toBe(0);
    await posts().getByRole('button', { name: 'Show 1 more' }).click();
    await posts().getByText('Failed', { exact: true }).waitFor();
    await says('alert', 'The library Films can not be read.');
    await look('notifications-posts');
    await discord().getByRole('link', { name: 'Open activity' }).waitFor();
    await discord().getByRole('link', { name: 'Open libraries' }).click();
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor();
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await house.show(page, '/admin/notifications', 'Benachrichtigungen');
    await discord().getByText('Die Bibliothek Films lässt sich nicht lesen.').waitFor();
    await section('Letzte Beiträge').getByText('Discord nimmt 2 Sekunden lang keine Beiträge mehr an.').waitFor();
    await page.evaluate(`localStorage.removeItem('usher-language')`);
  });

  it('the webhook is removed only when that is confirmed; what was typed meanwhile stays', async () => {
    await house.posting({ enable_mentions: true, role_id: ROLE });
    await show();
    await discord().getByLabel('Role to mention').fill('900000000000000003');
    await press('Remove the webhook…');
    const dialog = page.getByRole('dialog', { name: 'Remove the webhook?' });
    await look('notifications-remove');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored()).toMatchObject({ has_webhook: true, enabled: true });
    await press('Remove the webhook…');
    await dialog.getByRole('button', { name: 'Remove the webhook' }).click();
    await discord().getByText('In Discord, open the settings of the channel', { exact: false }).waitFor();
    expect(await discord().getByLabel('Post to Discord').isChecked()).toBe(false);
    expect(await discord().getByLabel('Role to mention').inputValue()).toBe('900000000000000003');
    expect(await stored()).toMatchObject({ has_webhook: false, enabled: false, role_id: ROLE });
  });

  it('reports of problems are events only where the server has them', async () => {
    await show();
    expect(await discord().getByLabel('a problem is reported').count()).toBe(0);
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), issues_enabled: true } });
    });
    await page.reload();
    await discord().getByLabel('a problem is reported').waitFor();
    await section('Push messages').getByLabel('Repairs that need approval').waitFor();
  });

  it('doc3 §2.3: the policy of push messages is saved, and a test goes to one’s own devices', async () => {
    const push = section('Push messages');
    const policy = async () => (await house.admin.get('/api/admin/push-notifications')).body;
    await show();
    await push.getByLabel('New films').uncheck();
    await press('Save');
    await saved();
    expect(await policy()).toMatchObject({ enabled: true, categories: { new_movie: false, new_episode: true } });
    await push.getByRole('button', { name: 'Send a test message' }).click();
    await push
      .getByRole('status')
      .getByText('You have no device that receives push messages.', { exact: false })
      .waitFor();
    await push.getByLabel('Send push messages').uncheck();
    await push.getByLabel('New films').check();
    await press('Save');
    await saved();
    await push.getByRole('button', { name: 'Send a test message' }).click();
    await push.getByRole('alert').getByText('Push messages are switched off on this server.').waitFor();
  });

  it('doc3 §2.3: without a gateway it is said what to set; the checklist leads there', async () => {
    const push = section('Push messages');
    const items = [
      { key: 'push', title: 'Push', description: '', configured: false, optional: true },
      { key: 'tmdb', title: 'TMDB', description: '', configured: true, optional: false },
    ];
    await page.route('**/api/admin/setup-status', (route) =>
      route.fulfill({ json: { items, configured: 1, total: 2 } }),
    );
    await page.route(PUSH, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), configured: false } });
    });
    await house.show(page, '/admin', 'Overview');
    await page.getByRole('link', { name: 'Open notifications: Send push messages' }).click();
    await push.getByText('Set PUSH_GATEWAY_URL in the server’s environment', { exact: false }).waitFor();
    expect(await push.getByRole('button', { name: 'Send a test message' }).count()).toBe(0);
    await look('notifications-no-gateway');
  });

  it('a form loads and fails by itself, and the other one goes on', async () => {
    const held = new Promise<Route>((resolve) => {
      void page.route(CHAT, resolve);
    });
    await house.show(page, '/admin/notifications', 'Notifications');
    await discord().getByText('Loading…').last().waitFor();
    await showHeldBack(page);
    await section('Push messages').getByLabel('Send push messages').waitFor();
    await (await held).fulfill({ status: 500, json: { error: 'x' } });
    await discord().getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.unrouteAll();
    await discord().getByRole('button', { name: 'Try again' }).click();
    await discord().getByLabel('Post to Discord').waitFor();
  });

  it('by keyboard alone: an address is saved, and a test is posted', async () => {
    await show();
    await tabTo(page, 'Post to Discord');
    await page.keyboard.press('Space');
    await tabTo(page, 'Webhook address');
    await page.keyboard.type(house.webhook);
    await page.keyboard.press('Enter');
    await saved();
    await tabTo(page, 'Send a test post');
    await page.keyboard.press('Enter');
    await says('status', 'The test post is in the channel.');
    expect(await stored()).toMatchObject({ enabled: true, has_webhook: true });
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });

  it('who is no administrator is told so, and nothing is asked for', async () => {
    const other = await house.person('ana');
    const calls: string[] = [];
    other.page.on('request', (call) => {
      if (call.url().includes('/api/admin/')) calls.push(call.url());
    });
    await house.show(other.page, '/admin/notifications', 'Notifications');
    expect(await other.page.getByRole('region', { name: 'Discord' }).count()).toBe(0);
    expect(calls).toEqual([]);
    await other.close();
  });
});

/** Shows at once what stands below a part that is still read: pages hold it back for three seconds. */
async function showHeldBack(page: Page): Promise<void> {
  await page.evaluate('document.getAnimations().forEach((one) => one.finish())');
}

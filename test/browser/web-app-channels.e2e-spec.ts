import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { NTFY_PUBLISH, NtfyFake } from '../fakes/ntfy/ntfy-fake.js';
import { WebhookFake } from '../fakes/webhook/webhook-fake.js';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { NotificationHousehold } from './notification-household.js';

const CHANNELS = '/api/admin/notification-channels';
const TOPIC = 'planted-topic-of-the-household';
const TOKEN = 'planted-token-of-the-topic';
const KEY = Buffer.from('planted-key-of-a-webhook-receiver').toString('base64');

/** What is served is dist/web, as the build leaves it. */
describe('issue 24, web app: administrators set up channels beside Discord', () => {
  let house: NotificationHousehold;
  let ntfy: NtfyFake;
  let webhook: WebhookFake;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    ntfy = await new NtfyFake().start();
    house = await NotificationHousehold.open();
    webhook = await new WebhookFake(() => house.app.clock.now()).start();
    for (const [what, secret] of Object.entries({ topic: TOPIC, token: TOKEN, key: KEY }))
      house.app.secrets.plant(`${what} of a channel`, secret);
    ana = await house.member('ana');
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    person = await house.person('admin');
    ({ page } = person);
  });

  beforeEach(async () => {
    await house.startOver();
    for (const { id } of await stored()) await house.admin.delete(`${CHANNELS}/${id}`);
    ntfy.startOver();
    webhook.startOver();
    ntfy.authorization = `Bearer ${TOKEN}`;
    webhook.key = KEY;
    await page.evaluate(`localStorage.removeItem('usher-language')`);
    await page.setViewportSize(LAPTOP);
  });

  afterAll(async () => {
    await house.close();
    await Promise.all([ntfy.stop(), webhook.stop()]);
  });

  type Stored = Readonly<Record<string, unknown>> & { readonly id: string };
  const stored = async () =>
    ((await house.admin.get(CHANNELS)).body as { readonly channels: readonly Stored[] }).channels;
  /** A channel that is there already. */
  const given = async (change: object = {}): Promise<void> => {
    const body = { name: 'Phones', format: 'ntfy', url: `${ntfy.url}/${TOPIC}`, secret: TOKEN, ...change };
    const { status, text } = await house.admin.post(CHANNELS, { events: { request_pending: true }, ...body });
    if (status !== 201) throw new Error(text);
  };
  /** Somebody asks for something, so that a message is due, and it is sent. */
  const asked = async (): Promise<void> => {
    ana = await house.app.refresh(ana);
    await house.asked(ana);
    await house.sent();
  };
  const show = async (): Promise<void> => {
    await house.show(page, '/admin/notifications', 'Notifications');
    await channels().getByRole('button', { name: 'Add a channel' }).waitFor();
  };
  const channels = () => page.getByRole('region', { name: 'More channels', exact: true });
  const row = (name: string) => channels().getByRole('article', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
  const type = (label: string, text: string): Promise<void> => dialog().getByLabel(label, { exact: true }).fill(text);
  const says = (role: 'alert' | 'status', text: string): Promise<void> =>
    dialog().getByRole(role).filter({ hasText: text }).waitFor();
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };
  const everywhere = (): Promise<string> =>
    page.evaluate<string>(
      `[document.documentElement.outerHTML, ...[...document.querySelectorAll('input')].map((one) => one.value), JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state)].join()`,
    );

  it('each kind says what its address and its secret are; nothing can be tried before it is saved', async () => {
    await show();
    await channels().getByText('There are no more channels yet.').waitFor();
    await channels().getByRole('button', { name: 'Add a channel' }).click();
    for (const [kind, address, secret] of [
      ['Apprise', 'for example http://apprise:8000/notify/household', 'only if a proxy before Apprise'],
      ['Webhook', 'http://homeassistant:8123/api/webhook/usher', '24 to 64 bytes in base64'],
      ['Gotify', 'for example http://gotify:8080', 'create an application under Apps'],
      ['ntfy', 'the topic at its end', 'a topic that isn’t open to everyone'],
    ] as const) {
      await dialog().getByRole('radio', { name: kind }).check();
      for (const text of [address, secret]) await dialog().getByText(text, { exact: false }).waitFor();
    }
    expect(await dialog().getByRole('button', { name: 'Send a test message' }).count()).toBe(0);
  });

  it('an ntfy topic is added by one click of two, tried and changed; nothing of its secrets stays on the page', async () => {
    await show();
    await channels().getByRole('button', { name: 'Add a channel' }).click();
    await type('Name', ' Phones ');
    await type('Address', `${ntfy.url}/${TOPIC}`);
    await type('Access token', 'planted-other-token');
    await dialog().getByLabel('a request is declined').check();
    await dialog().getByRole('button', { name: 'Save' }).dblclick();
    await says('status', 'Saved.');
    expect(await stored()).toMatchObject([
      {
        name: 'Phones',
        format: 'ntfy',
        has_secret: true,
        events: { request_pending: true, request_denied: true, request_auto_approved: false },
      },
    ]);
    await press('Send a test message');
    await says('alert', 'The test message didn’t go through. The channel does not accept the secret');
    await type('Access token', TOKEN);
    await press('Send a test message');
    await says('status', 'The channel has taken the test message.');
    expect(ntfy.published).toMatchObject([{ topic: TOPIC, title: 'Test message' }]);
    await press('Save');
    await says('status', 'Saved.');
    const shown = await everywhere();
    for (const secret of [TOPIC, TOKEN]) expect(shown).not.toContain(secret);
    await dialog().getByText('An address is saved. Leave this empty to keep it.').waitFor();
    await look('channel-saved');
    await press('Close');
    await row('Phones').getByText('ntfy').waitFor();
    await asked();
    expect(ntfy.published.map(({ title }) => title)).toEqual(['Test message', 'Request waiting for approval']);
  });

  it('what the server doesn’t take is said at its field, one after the other, and what was typed stays', async () => {
    await show();
    await channels().getByRole('button', { name: 'Add a channel' }).click();
    await type('Address', 'http://127.0.0.1:9/films');
    for (const [label, wrong, right, text] of [
      ['Name', '', 'Phones', 'Enter a name of 1 to 60 characters.'],
      ['Address', '', 'http://127.0.0.1:9/films', 'Enter an address first.'],
      ['Access token', 'two words', 'tk_one', 'without blanks.'],
    ] as const) {
      await type(label, wrong);
      await press('Save');
      await says('alert', text);
      const field = dialog().getByLabel(label, { exact: true });
      expect([await field.getAttribute('aria-invalid'), await field.inputValue()]).toEqual(['true', wrong]);
      expect(await dialog().getByRole('alert').count()).toBe(1);
      await type(label, right);
    }
    expect(await stored()).toEqual([]);
  });

  it('security 33: an address at another server asks for the secret again; a kept one can be removed', async () => {
    await given();
    await show();
    await row('Phones').getByRole('button', { name: 'Change Phones' }).click();
    await type('Address', 'http://127.0.0.1:9/films');
    for (const button of ['Send a test message', 'Save']) {
      await press(button);
      await says('alert', 'leads to another server');
      expect(await dialog().getByLabel('Access token', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    }
    await look('channel-other-server');
    await dialog().getByLabel('Remove the saved access token').check();
    await press('Save');
    await says('status', 'Saved.');
    expect(await dialog().getByLabel('Remove the saved access token').count()).toBe(0);
    await press('Send a test message');
    await says('alert', 'The channel was not reached: could not reach server: connection refused.');
    await type('Access token', 'tk_new');
    await press('Save');
    await says('status', 'Saved.');
    expect(await stored()).toMatchObject([{ name: 'Phones', has_secret: true }]);
    expect(ntfy.calls()).toEqual([]);
  });

  it('what another administrator has changed meanwhile stays; an empty address and secret keep the stored ones', async () => {
    await given();
    await show();
    await row('Phones').getByRole('button', { name: 'Change Phones' }).click();
    const [{ id = '' } = {}] = await stored();
    await house.admin.put(`${CHANNELS}/${id}`, { events: { request_denied: true } });
    await type('Name', 'Handsets');
    await dialog().getByLabel('Send to this channel').uncheck();
    await press('Save');
    await says('status', 'Saved.');
    await press('Close');
    await row('Handsets').getByText('Off', { exact: true }).waitFor();
    expect(await stored()).toMatchObject([
      { name: 'Handsets', enabled: false, has_secret: true, events: { request_pending: true, request_denied: true } },
    ]);
    expect((await house.admin.post(`${CHANNELS}/${id}/test`, {})).status).toBe(204);
  });

  it('a message that failed is listed with its reason, and on top what to do; in German, too', async () => {
    await given();
    await given({ name: 'Lights', format: 'json', url: `${webhook.url}/hooks/lights`, secret: KEY });
    ntfy.authorization = 'Bearer another';
    await asked();
    await show();
    await row('Phones')
      .getByRole('alert')
      .getByText('The channel does not accept the secret: save the right one.')
      .waitFor();
    expect(await row('Lights').getByRole('alert').count()).toBe(0);
    await row('Phones').getByText('Latest messages', { exact: true }).click();
    const message = row('Phones').getByRole('listitem').filter({ hasText: 'A request needs approval' });
    await message.getByText('Failed', { exact: true }).waitFor();
    expect(await message.getByRole('button').count()).toBe(0);
    await row('Lights').getByText('Latest messages', { exact: true }).click();
    await row('Lights').getByText('Sent', { exact: true }).waitFor();
    await look('channels');
    ntfy.fail(NTFY_PUBLISH, 503);
    await asked();
    await page.reload();
    await row('Phones').getByText('Look at the place where its messages arrive', { exact: false }).waitFor();
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await page.reload();
    const german = page.getByRole('region', { name: 'Weitere Kanäle' }).getByRole('article', { name: 'Phones' });
    await german
      .getByRole('alert')
      .getByText('Ob die Nachricht angekommen ist, weiß niemand', { exact: false })
      .waitFor();
    await german.getByText('Letzte Nachrichten', { exact: true }).click();
    await german.getByText('damit sie nie doppelt ankommt', { exact: false }).waitFor();
    await german.getByText('Speichere das richtige Token', { exact: false }).waitFor();
    await german.getByRole('button', { name: '„Phones“ ändern' }).click();
    await dialog().getByLabel('Gespeichertes Zugriffstoken entfernen').waitFor();
    await look('channel-german');
  });

  it('a channel is removed only when that is confirmed; one that is gone already is gone', async () => {
    await given();
    await given({ name: 'Handsets' });
    await show();
    await row('Phones').getByRole('button', { name: 'Remove Phones…' }).click();
    await look('channel-remove');
    await press('Cancel');
    expect(await stored()).toHaveLength(2);
    for (const name of ['Phones', 'Handsets']) {
      await row(name)
        .getByRole('button', { name: `Remove ${name}…` })
        .click();
      const id = (await stored()).find((one) => one.name === name)?.id ?? '';
      if (name === 'Handsets') await house.admin.delete(`${CHANNELS}/${id}`);
      await press('Remove the channel');
      await expect.poll(() => row(name).count()).toBe(0);
    }
    await channels().getByText('There are no more channels yet.').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('who changes a channel that somebody else removes is told so; 20 are the most', async () => {
    await given();
    await show();
    await row('Phones').getByRole('button', { name: 'Change Phones' }).click();
    const [{ id = '' } = {}] = await stored();
    await house.admin.delete(`${CHANNELS}/${id}`);
    await type('Name', 'Handsets');
    await press('Save');
    await says('alert', 'This channel is gone: somebody else has removed it.');
    for (let count = 0; count < 19; count += 1) await given({ name: `Phone ${count}`, events: {} });
    await page.reload();
    await row('Phone 7').getByText('No event is chosen, so nothing is sent.').waitFor();
    await channels().getByRole('button', { name: 'Add a channel' }).click();
    await given({ name: 'The last' });
    await type('Name', 'One more');
    await type('Address', `${ntfy.url}/${TOPIC}`);
    await press('Save');
    await says('alert', 'There can be at most 20 channels. Remove one first.');
    await page.reload();
    await channels().getByText('There can be at most 20 channels.', { exact: false }).waitFor();
    expect(await channels().getByRole('button', { name: 'Add a channel' }).count()).toBe(0);
  });

  it('by keyboard alone: a signed webhook is added and tried', async () => {
    await show();
    await tabTo(page, 'Add a channel');
    await page.keyboard.press('Enter');
    await tabTo(page, 'ntfy');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Name');
    await page.keyboard.type('Lights');
    await tabTo(page, 'Address');
    await page.keyboard.type(`${webhook.url}/hooks/lights`);
    await tabTo(page, 'Signing key');
    await page.keyboard.type(`whsec_${KEY}`);
    await page.keyboard.press('Enter');
    await says('status', 'Saved.');
    await tabTo(page, 'Send a test message');
    await page.keyboard.press('Enter');
    await says('status', 'The channel has taken the test message.');
    expect(webhook.taken).toMatchObject([{ type: 'test' }]);
    await page.keyboard.press('Escape');
    await row('Lights').getByText('Webhook').waitFor();
    expect(await everywhere()).not.toContain(KEY);
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});

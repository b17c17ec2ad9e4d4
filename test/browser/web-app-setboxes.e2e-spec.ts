import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { tabTo } from '../harness/keyboard.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { callsOf } from './live-household.js';
import { ATTIC, SetboxHousehold } from './setbox-household.js';
import { DEN, PIN } from '../harness/paired-box.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';

const WRONG_PIN = '9999';

/** What is served is dist/web, as the build leaves it. */
describe('issue 25, web app: administrators pair set-top boxes and say who may use them', () => {
  let house: SetboxHousehold;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await SetboxHousehold.open();
    person = await house.person('admin');
    ({ page } = person);
  });

  beforeEach(async () => {
    await house.startOver();
    await page.evaluate(`localStorage.removeItem('usher-language')`);
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  const show = (heading = 'Set-top boxes') => house.show(page, '/admin/setboxes', heading);
  const row = (name: string) => page.getByRole('article', { name });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const says = (text: string) => dialog().getByText(text, { exact: false }).waitFor();
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };
  const granted = async () => {
    const [{ id = '' } = {}] = await house.boxes();
    return (await house.admin.get(`/api/setboxes/${id}/grants`)).body;
  };
  /** Finds the box in the den, and has it show its PIN. */
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Pair a box' }).click();
    await press('Search');
    await press('Pair Den');
    await press('Show the PIN');
    await dialog().getByLabel('PIN').waitFor();
  };

  it('searches, pairs by the PIN as text, is asked who may use the box, and checks it; a wrong PIN ends the pairing', async () => {
    await show();
    await page.getByText('No box is paired yet.').waitFor();
    await page.getByRole('button', { name: 'Pair a box' }).click();
    await press('Search');
    await says('Apple TV 4K · 10.0.0.40');
    await look('setboxes-found');
    await press('Pair Den');
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Den');
    await dialog().getByLabel('Name').fill('Living room');
    await press('Show the PIN');
    await says('The PIN is good for');
    await look('setboxes-pin');
    await dialog().getByLabel('PIN').fill('42');
    await press('Pair');
    await says('Enter the four digits that the screen shows.');
    await page.route('**/complete', (route) => route.fulfill({ status: 409, json: { code: 'busy', error: 'x' } }));
    await dialog().getByLabel('PIN').fill(WRONG_PIN);
    await press('Pair');
    await dialog().getByRole('alert').getByText('Something else is going on at this box.', { exact: false }).waitFor();
    await page.unrouteAll();
    await press('Pair');
    await dialog().getByRole('alert').getByText('That wasn’t the PIN on the screen', { exact: false }).waitFor();
    await look('setboxes-wrong-pin');
    await press('Begin again');
    await dialog().getByLabel('PIN').fill(PIN);
    await press('Pair');
    await page.getByRole('dialog', { name: 'Who can use Living room' }).waitFor();
    await look('setboxes-people');
    expect(await dialog().getByRole('checkbox').count()).toBe(3);
    await dialog().getByLabel('ana').check();
    await press('Save');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await granted()).toEqual({ user_ids: [house.ana.userId] });
    await row('Living room').getByText('Not used yet').waitFor();
    await row('Living room').getByRole('button', { name: 'Check Living room' }).click();
    await row('Living room').getByText('Living room answers, knows Usher and has Infuse.').waitFor();
    await look('setboxes');
    expect(house.links()).toEqual([]);
  });

  it('a search that finds nothing says so, and a box is found at its address', async () => {
    house.helper.changeBox(DEN.identifier, { power: 'off' });
    await show();
    await page.getByRole('button', { name: 'Pair a box' }).click();
    await press('Search');
    await says('No box was found in the network.');
    await dialog().getByLabel('Address (optional)').fill('http://10.0.0.41');
    await press('Search');
    await dialog().getByRole('alert').getByText('Enter a host name or an IPv4 address', { exact: false }).waitFor();
    await dialog().getByLabel('Address (optional)').fill('10.0.0.99');
    await press('Search');
    await says('No box answers at this address.');
    await dialog().getByLabel('Address (optional)').fill(ATTIC.address);
    await press('Search');
    await press('Pair Attic');
    await says('The box at 10.0.0.41 shows a PIN');
  });

  it('who gives a pairing up has the box show its PIN no longer; after five minutes it can be begun again', async () => {
    await house.show(page, '/admin/settings', 'Settings');
    for (const giveUp of [() => press('Cancel'), () => page.keyboard.press('Escape'), () => page.goBack()]) {
      await page.getByRole('link', { name: 'TV boxes' }).click();
      await begin();
      await giveUp();
      await house.helper.quiet();
    }
    await page.goForward();
    await begin();
    await page.clock.fastForward('04:59');
    await says('The PIN is good for 0:0');
    await page.clock.fastForward('00:02');
    await dialog().getByRole('alert').getByText('The time for this PIN is over.').waitFor();
    await press('Begin again');
    await says('The PIN is good for 5:00.');
    await dialog().getByLabel('PIN').fill(PIN);
    await press('Pair');
    await page.getByRole('dialog', { name: 'Who can use Den' }).waitFor();
  });

  it('doc1 §4 Set-top box: when the page is reloaded or left for another site, the box shows its PIN no longer', async () => {
    await show();
    for (const leave of [() => page.reload(), () => page.goto('about:blank')]) {
      await begin();
      await leave();
      await house.helper.quiet();
    }
    await show();
  });

  it('a pairing that is over or finished is not cancelled', async () => {
    const calls = callsOf(page);
    await show();
    await begin();
    await page.clock.fastForward('05:01');
    await says('The time for this PIN is over.');
    await press('Cancel');
    await expect.poll(() => dialog().count()).toBe(0);
    await begin();
    await dialog().getByLabel('PIN').fill(PIN);
    await press('Pair');
    await page.getByRole('dialog', { name: 'Who can use Den' }).waitFor();
    await page.reload();
    await row('Den').waitFor();
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('a box that is given up while it is asked for a PIN shows none', async () => {
    await show();
    await page.getByRole('button', { name: 'Pair a box' }).click();
    await press('Search');
    await dialog().getByRole('button', { name: 'Pair Den' }).waitFor();
    house.helper.hold('pair_begin');
    await press('Pair Den');
    await press('Show the PIN');
    await dialog().getByRole('button', { name: 'Asking the box…' }).waitFor();
    const cancelled = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await press('Cancel');
    house.helper.release('pair_begin');
    expect((await cancelled).status()).toBe(200);
    await house.helper.quiet();
  });

  it('a box that has forgotten this server is paired again under its name, and its people keep it; in German, too', async () => {
    await house.paired();
    await show();
    house.helper.forgetPairings(DEN.identifier);
    await row('Den').getByRole('button', { name: 'Check Den' }).click();
    await row('Den').getByRole('status').getByText('It doesn’t know Usher any more. Pair it again.').waitFor();
    expect(await row('Den').getByRole('alert').count()).toBe(0);
    await look('setboxes-needs-pairing');
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await show('TV-Boxen');
    await row('Den').getByRole('button', { name: 'Neu koppeln: „Den“' }).click();
    await press('PIN anzeigen');
    await dialog().getByLabel('PIN').fill(WRONG_PIN);
    await press('Koppeln');
    await says('Das war nicht die PIN auf dem Bildschirm.');
    await press('Noch einmal beginnen');
    await dialog().getByLabel('PIN').fill(PIN);
    await look('setboxes-pin-german');
    await press('Koppeln');
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => row('Den').getByText('Sie kennt Usher nicht mehr.', { exact: false }).count()).toBe(0);
    expect(await granted()).toEqual({ user_ids: [house.ana.userId] });
  });

  it('without the helper nothing is offered that can’t work; boxes are renamed, shared and removed all the same', async () => {
    await house.paired();
    house.helper.fault('version', 'crash');
    await house.askHelper();
    await show();
    await page.getByText('the helper program is missing', { exact: false }).waitFor();
    await look('setboxes-unsupported');
    expect(await page.getByRole('button', { name: /Pair|Check/ }).count()).toBe(0);
    await row('Den').getByRole('button', { name: 'Change Den' }).click();
    await dialog().getByLabel('Name').fill(' ');
    await press('Save');
    await dialog().getByRole('alert').getByText('Enter a name of 1 to 128 characters.').waitFor();
    await dialog().getByLabel('Name').fill('Cinema');
    await dialog().getByLabel('Address').fill('10.0.0.50');
    await press('Save');
    await row('Cinema').getByText('10.0.0.50').waitFor();
    await row('Cinema').getByRole('button', { name: 'Who can use it: Cinema' }).click();
    await dialog().getByLabel('ana').uncheck();
    await dialog().getByLabel('ben').check();
    await press('Save');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await granted()).not.toEqual({ user_ids: [house.ana.userId] });
    for (const answer of ['Cancel', 'Remove the box']) {
      await row('Cinema').getByRole('button', { name: 'Remove Cinema…' }).click();
      await press(answer);
      await expect.poll(() => dialog().count()).toBe(0);
    }
    await expect.poll(() => row('Cinema').count()).toBe(0);
    expect(await house.boxes()).toEqual([]);
  });

  it('by keyboard alone: a box is found and paired', async () => {
    await show();
    await tabTo(page, 'Pair a box');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Search');
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Pair Den' }).waitFor();
    await tabTo(page, 'Pair');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Name').waitFor();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('PIN').waitFor();
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Who can use Den' }).waitFor();
    await page.keyboard.press('Escape');
    await row('Den').waitFor();
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });

  it('somebody who is no administrator is told so, and nothing is asked for', async () => {
    const ana = await house.person('ana');
    const calls = callsOf(ana.page);
    await house.show(ana.page, '/admin/setboxes', 'Set-top boxes');
    await ana.page.getByText('This page is for administrators.').waitFor();
    await ana.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await ana.page.getByText('You’re signed in as ana.').waitFor();
    expect(calls.filter((call) => call.includes('setboxes'))).toEqual([]);
    await ana.close();
  });
});

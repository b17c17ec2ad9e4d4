import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { tabTo } from '../harness/keyboard.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { callsOf } from './live-household.js';
import { ATTIC, FILM, MISSING, SERIES, SetboxHousehold } from './setbox-household.js';
import { DEN } from '../harness/paired-box.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';

const FILM_PATH = `/movie/${FILM.id}`;
const LINK = `infuse://movie/${FILM.id}`;

/** What is served is dist/web, as the build leaves it. */
describe('issue 25, web app: somebody shows a title on a TV', () => {
  let house: SetboxHousehold;
  let ana: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await SetboxHousehold.open();
    ana = await house.person('ana');
    ({ page } = ana);
  });

  beforeEach(async () => {
    await house.startOver();
    await page.evaluate(`localStorage.removeItem('usher-language')`);
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  const showFilm = (on = page) => house.show(on, FILM_PATH, FILM.title);
  const button = (on = page) => on.getByRole('button', { name: 'Show on TV' });
  const again = () => page.getByRole('button', { name: 'No, send again' });
  const status = (text: string) => page.getByRole('status').getByText(text).waitFor();
  const alert = (text: string, on = page) => on.getByRole('alert').getByText(text, { exact: false }).waitFor();
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('one press opens the film on the only TV, a second one at the same moment nothing; a yes is the end of it, a no sends the same link once more, and only once', async () => {
    await house.paired();
    await showFilm();
    house.helper.hold('open');
    await button().dblclick();
    await status('Waking Den…');
    expect(await button().isDisabled()).toBe(true);
    await look('tv-waking');
    house.helper.release('open');
    await status('Sent to Den. Is it there?');
    await page.getByText('A title that is missing there doesn’t open.', { exact: false }).waitFor();
    await look('tv-sent');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => page.getByText('Sent to Den', { exact: false }).count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Show on TV');
    expect(house.links()).toEqual([`Den ${LINK}`]);
    await button().click();
    await again().waitFor();
    await page.evaluate(KEEP_STATUSES);
    await again().dblclick();
    await status('Sent to Den once more.');
    expect(await page.evaluate('statuses')).toEqual(['Sending it to Den once more…', 'Sent to Den once more.']);
    expect(await again().count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByText('Sent to Den', { exact: false }).count()).toBe(0);
    expect(house.links()).toEqual([`Den ${LINK}`, `Den ${LINK}`, `Den ${LINK}`]);
  });

  it('it can be sent once more for 30 seconds; what comes too late is said', async () => {
    await house.paired();
    await showFilm();
    await button().click();
    await again().waitFor();
    await page.clock.fastForward(28_000);
    await page.getByText(/You can send it again for [12] seconds?\./).waitFor();
    await page.clock.fastForward(3_000);
    await expect.poll(() => again().count()).toBe(0);
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await button().click();
    await again().waitFor();
    await house.app.clock.leap(31_000);
    await again().click();
    await alert('It’s too late to send it again like this.');
    await look('tv-too-late');
    expect(house.links()).toEqual([`Den ${LINK}`, `Den ${LINK}`]);
  });

  it('of several TVs one is chosen, by keyboard alone; a series of which an episode is there', async () => {
    await house.paired();
    await house.paired(ATTIC);
    await house.show(page, `/series/${SERIES.id}`, SERIES.name);
    await tabTo(page, 'Show on TV');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Show on which TV?' }).waitFor();
    await look('tv-choice');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Den');
    await page.keyboard.press('Enter');
    await status('Sent to Den. Is it there?');
    await tabTo(page, 'No, send again');
    await page.keyboard.press('Enter');
    await status('Sent to Den once more.');
    const link = `Den infuse://series/${SERIES.id}`;
    expect(house.links()).toEqual([link, link]);
  });

  it('there is no button where ana may not use a TV, and TVs aren’t asked for where the film isn’t there', async () => {
    const id = await house.paired();
    await house.admin.put(`/api/setboxes/${id}/grants`, { user_ids: [] });
    const calls = callsOf(page);
    const asked = () => calls.filter((call) => call.includes('setboxes'));
    await showsNoButton(page, MISSING);
    expect(asked()).toEqual([]);
    await showsNoButton(page, FILM);
    expect(asked()).toEqual(['GET /api/setboxes']);
  });

  it('a child sees no button, and TVs aren’t asked for', async () => {
    await house.paired();
    const kim = await house.person('kim');
    const calls = callsOf(kim.page);
    await showsNoButton(kim.page, FILM);
    expect(calls.filter((call) => call.includes('setboxes'))).toEqual([]);
    await kim.close();
  });

  /** Opens the page of a film. What isn’t there can't be waited for, so it waits until nothing more is asked for. */
  async function showsNoButton(on: Page, { id, title }: typeof FILM): Promise<void> {
    await house.show(on, `/movie/${id}`, title);
    await on.getByText(`What happens in ${title}.`).waitFor();
    await on.waitForLoadState('networkidle');
    expect(await button(on).count()).toBe(0);
  }

  it('the list of TVs is asked for once in a session, and the page waits for nothing of it', async () => {
    await house.paired();
    const held = new Promise<Route>((resolve) => {
      void page.route('**/api/setboxes', (route) => resolve(route));
    });
    const calls = callsOf(page);
    await page.goto(house.app.url + FILM_PATH);
    await page.getByText(`What happens in ${FILM.title}.`).waitFor();
    expect(await button().count()).toBe(0);
    await (await held).continue();
    await button().waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.goBack();
    await button().waitFor();
    expect(calls.filter((call) => call.includes('setboxes'))).toEqual(['GET /api/setboxes']);
  });

  it('a TV that has forgotten this server sends ana to an administrator, and an administrator to the boxes', async () => {
    await house.paired();
    house.helper.forgetPairings(DEN.identifier);
    await showFilm();
    await button().click();
    await alert('Den doesn’t know Usher any more, so it has to be paired again. Ask an administrator.');
    const admin = await house.person('admin');
    await showFilm(admin.page);
    await button(admin.page).click();
    await alert('it has to be paired again.', admin.page);
    await admin.page.getByRole('link', { name: 'Admin → Set-top boxes' }).click();
    await admin.page.getByRole('button', { name: 'Pair again: Den' }).waitFor();
    await admin.close();
  });

  it('a TV that is taken from ana meanwhile is said to be, and its button goes', async () => {
    const id = await house.paired();
    await showFilm();
    // While the press is on its way: otherwise the button may be gone before it is pressed.
    await page.route('**/api/setboxes/*/open', async (route) => {
      await house.admin.put(`/api/setboxes/${id}/grants`, { user_ids: [] });
      await route.continue();
    });
    await button().click();
    await alert('You can’t use Den any more.');
    await expect.poll(() => button().count()).toBe(0);
    expect(house.links()).toEqual([]);
  });

  it('a refusal is said in words of its own, in German, too', async () => {
    await house.paired();
    await page.route('**/api/setboxes/*/open', (route) =>
      route.fulfill({ status: 502, json: { code: 'player_missing', error: 'planted words' } }),
    );
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await showFilm();
    await page.getByRole('button', { name: 'Auf dem Fernseher zeigen' }).click();
    await alert('Auf „Den“ ist Infuse nicht installiert.');
    expect(await page.getByText('planted').count()).toBe(0);
    await look('tv-german-refused');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Auf dem Fernseher zeigen' }).click();
    await status('An „Den“ gesendet. Ist es da?');
    expect(ana.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});

/** Keeps what the status says from now on, also what is replaced before anybody could read it. */
const KEEP_STATUSES = `
  globalThis.statuses = [];
  const place = document.querySelector('.panel [role=status]');
  new MutationObserver(() => statuses.push(place.textContent)).observe(place, {
    characterData: true, childList: true, subtree: true,
  });
`;

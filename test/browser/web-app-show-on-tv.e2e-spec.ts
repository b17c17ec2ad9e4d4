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

  it('one press opens the film on the only TV, a second one at the same moment nothing; a yes is the end of it', async () => {
    await house.paired();
    await showFilm();
    await look('tv-button');
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
  });

  it('a no sends the same link once more, and only once', async () => {
    await house.paired();
    await showFilm();
    await button().click();
    await again().waitFor();
    await page.evaluate(KEEP_STATUSES);
    await again().dblclick();
    await status('Sent to Den once more.');
    expect(await page.evaluate('statuses')).toEqual(['Sending it to Den once more…', 'Sent to Den once more.']);
    expect(await again().count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByText('Sent to Den', { exact: false }).count()).toBe(0);
    expect(house.links()).toEqual([`Den ${LINK}`, `Den ${LINK}`]);
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

  it.each<[string, string, (id: string) => unknown]>([
    ['ana may not use a TV', FILM.title, (id) => house.admin.put(`/api/setboxes/${id}/grants`, { user_ids: [] })],
    ['the server has no helper', FILM.title, () => (house.helper.fault('version', 'crash'), house.askHelper())],
    ['the film isn’t there', MISSING.title, () => undefined],
  ])('there is no button where %s', async (_what, title, change) => {
    await change(await house.paired());
    const calls = callsOf(page);
    const { id } = title === FILM.title ? FILM : MISSING;
    await house.show(page, `/movie/${id}`, title);
    await page.getByText(`What happens in ${title}.`).waitFor();
    expect(await button().count()).toBe(0);
    expect(calls.filter((call) => call.includes('setboxes'))).toHaveLength(title === FILM.title ? 1 : 0);
  });

  it('a child sees no button, and TVs aren’t asked for', async () => {
    await house.paired();
    const kim = await house.person('kim');
    const calls = callsOf(kim.page);
    await showFilm(kim.page);
    await kim.page.getByText(`What happens in ${FILM.title}.`).waitFor();
    expect(await button(kim.page).count()).toBe(0);
    expect(calls.filter((call) => call.includes('setboxes'))).toEqual([]);
    await kim.close();
  });

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
    await look('tv-needs-pairing');
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
    await house.admin.put(`/api/setboxes/${id}/grants`, { user_ids: [] });
    await button().click();
    await alert('You can’t use Den any more.');
    await expect.poll(() => button().count()).toBe(0);
    expect(house.links()).toEqual([]);
  });

  it('every refusal has a sentence of its own, in German, too', async () => {
    await house.paired();
    let refusal = '';
    await page.route('**/api/setboxes/*/open', (route) =>
      route.fulfill({ status: statusOf(refusal), json: { code: refusal, error: 'planted words' } }),
    );
    const sentences = async (show: string): Promise<readonly string[]> => {
      await showFilm();
      const said: string[] = [];
      for (refusal of Object.keys(REFUSALS)) {
        await page.getByRole('button', { name: show }).click();
        const shown = () => page.getByRole('alert').filter({ hasNotText: said.at(-1) ?? 'nothing yet' });
        said.push(await shown().innerText());
      }
      return said;
    };
    const english = await sentences('Show on TV');
    expect(new Set(english).size).toBe(Object.keys(REFUSALS).length);
    expect(english.join('')).not.toContain('planted');
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    const german = await sentences('Auf dem Fernseher zeigen');
    expect(new Set([...english, ...german]).size).toBe(2 * Object.keys(REFUSALS).length);
    await look('tv-german-refused');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Auf dem Fernseher zeigen' }).click();
    await status('An „Den“ gesendet. Ist es da?');
    await look('tv-german-sent');
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

/** The codes that an opening can be refused with, and the status of each. */
const REFUSALS: Readonly<Record<string, number>> = {
  not_available: 403,
  title_unavailable: 403,
  busy: 409,
  identity_changed: 409,
  needs_pairing: 409,
  launch_failed: 502,
  player_missing: 502,
  unsupported: 503,
  lookup_unavailable: 503,
  unavailable: 503,
  unreachable: 503,
  timeout: 504,
  rate_limited: 429,
};

const statusOf = (code: string): number => REFUSALS[code] ?? 500;

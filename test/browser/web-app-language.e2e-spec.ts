import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { overflowOf } from '../harness/closed-browser.js';
import { answersOf, follow } from '../harness/page-answers.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { LAPTOP, PHONE } from '../harness/page-faults.js';
import { CatalogHousehold, FIRST_FILM } from './catalog-household.js';

/** Pages of members and of administrators. */
const PAGES = [
  '/',
  '/discover/films',
  '/discover/music',
  '/discover/calendar',
  '/search?q=lantern',
  `/movie/${FIRST_FILM}`,
  '/series/880900',
  '/requests',
  '/requests/1',
  '/downloads',
  '/profile',
  '/no/such/page',
  '/admin',
  '/admin/requests',
  '/admin/requests/1',
  '/admin/people',
  '/admin/people/1',
  '/admin/libraries',
  '/admin/activity',
  '/admin/jobs',
  '/admin/notifications',
  '/admin/setboxes',
  '/admin/settings',
  '/admin/settings/signing-in',
  '/admin/log',
  '/admin/requests?show=history',
];

/** Where the chat and the push gateway would be: every switch is offered, and nothing arrives. */
const NOBODY = 'http://127.0.0.1:9';

/** Where texts of the household, of the server and of the browser stand: names, titles, jobs, times and numbers. */
const NOT_OURS = 'time, option, code, pre, textarea, [dir="auto"]';

/** Names that are the same in every language. */
const PRODUCTS = ['Radarr', 'Sonarr', 'Lidarr', 'Chaptarr', 'IMDb', 'TMDB', 'Trakt'];

/** Texts on the page that have no marks, so that they come from nowhere but the page itself. */
const UNMARKED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: place, nodeValue: text } = walker.currentNode;
    if (!/[a-z]{2}/.test(text) || place.closest('${NOT_OURS}') || place.closest('script, style, noscript')) continue;
    if (place.checkVisibility()) found.push(text.trim());
  }
  return found;
})()`;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22, languages: what the web app speaks', () => {
  let house: CatalogHousehold;
  let person: AppPage;
  let page: Page;
  let stopTime: () => Promise<void>;

  beforeAll(async () => {
    house = await CatalogHousehold.open({
      CHAT_HOSTS: NOBODY,
      PUSH_GATEWAY_URL: NOBODY,
      PUSH_API_KEY: 'planted-gateway-key',
    });
    house.stock();
    const eva = await house.member('eva');
    await (await house.administrator()).patch(`/api/admin/users/${eva.userId}`, { role: 'admin' });
    await eva.put('/api/admin/chat-notifications', {
      enabled: true,
      webhook_url: `${NOBODY}/api/webhooks/900000000000000030/a-token`,
      enable_mentions: true,
      role_id: '900000000000000001',
      events: { request_auto_approved: true },
    });
    await eva.post('/api/requests', { media_type: 'movie', tmdb_id: FIRST_FILM });
    stopTime = house.passTime();
  });

  afterEach(() => person.close());

  afterAll(async () => {
    await stopTime();
    await house.close();
  });

  const speak = (language: string) => page.evaluate(`localStorage.setItem('usher-language', '${language}')`);

  it('is German for a German browser, from sign-in on, until somebody chooses English', async () => {
    person = await house.browser.person(house.app.url, PHONE, { locale: 'de-DE' });
    ({ page } = person);
    await page.goto(house.app.url);
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de-DE');
    await page.getByLabel('Benutzername').fill('eva');
    await page.getByLabel('Passwort').fill('a good password of eva');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('link', { name: 'Meine Anfragen', exact: true }).click();
    await page.getByRole('link', { name: 'Lantern no. 1', exact: true }).click();
    await page.getByRole('list', { name: 'Fortschritt' }).getByText('An die Bibliothek').first().waitFor();
    await page.getByRole('link', { name: 'Profil' }).click();
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('names genres and languages in German, and why something failed, with the words of others as they are', async () => {
    person = await house.signedIn('eva', LAPTOP);
    ({ page } = person);
    await speak('de');
    await page.goto(`${house.app.url}/discover/films`);
    const choices = (name: string) => page.getByLabel(name, { exact: true }).locator('option').allTextContents();
    await expect
      .poll(() => choices('Genre'), { timeout: 15_000 })
      .toEqual(expect.arrayContaining(['Familie', 'Komödie']));
    await expect.poll(() => choices('Sprache')).toContain('Englisch');
    await page.goto(`${house.app.url}/admin/settings/network`);
    const proxy = page.getByRole('region', { name: 'Ausgehender Proxy' });
    await proxy.getByLabel('Proxy-Adresse').fill('http://127.0.0.1:9');
    await proxy.getByRole('button', { name: 'Proxy testen' }).click();
    await proxy.getByText('nicht erreichbar: der Proxy: Verbindung abgelehnt.', { exact: false }).waitFor();
    await page.route('**/api/admin/outbound-proxy/test', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: 'proxy test failed: Squid says no',
          code: 'proxy_test_failed',
          params: { reason: { code: 'foreign', params: { text: 'Squid says no' }, text: 'Squid says no' } },
        },
      }),
    );
    await proxy.getByRole('button', { name: 'Proxy testen' }).click();
    await proxy.getByText('gemeldet wurde: „Squid says no“.', { exact: false }).waitFor();
  });

  it('no page has words of its own or is too narrow for longer ones, on a phone and a laptop', async () => {
    person = await house.signedIn('eva', LAPTOP);
    ({ page } = person);
    const answered = answersOf(page);
    await speak('en-XA');
    await page.reload();
    const found: string[] = [];
    let sizes = [LAPTOP, PHONE];
    for (const path of PAGES) {
      await follow(page, house.app.url + path);
      await answered();
      for (const size of sizes) {
        if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
        const overflow = await overflowOf(page);
        if (overflow > 0) found.push(`${path} is ${overflow} pixels too wide at ${size.width}`);
        const unmarked = await page.evaluate<string[]>(UNMARKED);
        found.push(...unmarked.filter((text) => !PRODUCTS.includes(text)).map((text) => `${path}: ${text}`));
      }
      // The next page begins in the size that this one ends in: a window of another size costs more than the rest.
      sizes = sizes.toReversed();
    }
    expect(found).toEqual([]);
  });
});

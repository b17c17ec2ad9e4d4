import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AppPage } from '../harness/web-app-browser.js';
import { LiveHouse } from './live-house.js';

const FEATURED = /\/api\/discover\/(?:movies|tv)\/featured/;

/** What is served is dist/web, as the build leaves it. */
describe('design web-app §4: Home', () => {
  let house: LiveHouse;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHouse.open();
    house.film('Harbor Lights');
    house.show('Harbor Stories');
    await house.member('ana');
  });

  afterEach(() => person.close());

  afterAll(() => house.close());

  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });

  async function signedIn(): Promise<void> {
    person = await house.signedIn('ana');
    ({ page } = person);
  }

  async function open(path: string): Promise<void> {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  describe('doc4 §3.2: the headings of the first rows say where they come from', () => {
    it('as the administrator has chosen; Discover has no second row of the same titles', async () => {
      await signedIn();
      await open('/');
      await heading('Trending films').waitFor();
      await heading('Trending series').waitFor();
      await open('/discover/films');
      await heading('Trending films').waitFor();
      await heading('Coming soon').waitFor();
      expect(await heading('Trending').count()).toBe(0);

      const admin = await house.app.refresh(house.admin);
      house.admin = admin;
      await admin.put('/api/admin/discovery-settings', { source: 'metadata_popular' });
      await open('/');
      await heading('Popular films').waitFor();
      await heading('Popular series').waitFor();
      await open('/discover/films');
      await heading('Popular films').waitFor();
      await heading('Trending').waitFor();
    });

    it('Trakt by its name; while nothing is known they say only of what kind they are', async () => {
      await signedIn();
      await page.route(FEATURED, () => undefined);
      await open('/');
      await heading('Films').waitFor();
      await heading('Series').waitFor();
      await page.unroute(FEATURED);
      await page.route(FEATURED, async (route) => {
        const answer = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...answer, source: 'listprov_trending' } });
      });
      await open('/');
      await heading('Films trending on Trakt').waitFor();
      await heading('Series trending on Trakt').waitFor();
    });
  });
});

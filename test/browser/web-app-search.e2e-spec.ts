import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen } from '../harness/page-faults.js';
import { LiveHousehold } from './live-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the search box is a combobox', () => {
  let house: LiveHousehold;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    for (const title of ['Lantern Hill', 'Lantern Lane', 'Lantern <b>Light</b>']) house.film(title);
    await house.member('ana');
  });

  beforeEach(async () => {
    person = await house.signedIn('ana');
    ({ page } = person);
  });

  afterEach(() => person.close());

  afterAll(() => house.close());

  const box = () => page.getByRole('combobox', { name: 'Search' });
  const list = () => page.getByRole('listbox', { name: 'Titles found' });
  const results = () => page.getByRole('main').getByRole('link', { name: /^Lantern/ });
  const isExpanded = () => box().getAttribute('aria-expanded');
  /** The name of the option that the box says is the active one, and whether it is marked as such. */
  const active = async () => {
    const id = await box().getAttribute('aria-activedescendant');
    if (id === null) return undefined;
    const option = page.locator(`[id="${id}"]`);
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await list().locator('[aria-selected="true"]').count()).toBe(1);
    return (await option.locator('.title').textContent()) ?? undefined;
  };

  async function found(): Promise<readonly string[]> {
    await box().pressSequentially('lantern');
    await page.getByText('3 titles found').waitFor();
    return list().getByRole('option').locator('.title').allTextContents();
  }

  it('typing shows the results on the page, under no list', async () => {
    expect(await found()).toEqual([]);
    expect(await isExpanded()).toBe('false');
    expect(await results().count()).toBe(3);
    await results().first().click();
    await page.getByRole('button', { name: 'Request' }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('the arrow keys go through the titles and around, while the focus stays in the box; Enter opens one', async () => {
    await found();
    await page.keyboard.press('ArrowDown');
    await list().waitFor();
    expect(await isExpanded()).toBe('true');
    const titles = await list().getByRole('option').locator('.title').allTextContents();
    expect(titles).toHaveLength(3);
    expect(titles).toContain('Lantern <b>Light</b>');
    expect(await faultsSeen(page, 'search-options')).toEqual([]);
    expect(await active()).toBe(titles[0]);
    for (const [key, place] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowDown', 0],
      ['ArrowUp', 2],
      ['ArrowUp', 1],
    ] as const) {
      await page.keyboard.press(key);
      expect(await active()).toBe(titles[place]);
    }
    expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('combobox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: titles[1] }).waitFor();
    expect(await list().count()).toBe(0);
    await page.goBack();
    await results().first().waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('Escape closes the list and keeps the text; another text closes it; Enter without a list searches', async () => {
    await found();
    await page.keyboard.press('ArrowUp');
    await list().waitFor();
    await page.keyboard.press('Escape');
    await list().waitFor({ state: 'detached' });
    expect([await box().inputValue(), await isExpanded(), await active()]).toEqual(['lantern', 'false', undefined]);
    await page.keyboard.press('ArrowDown');
    await list().waitFor();
    await page.keyboard.type(' h');
    await list().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Results for “lantern h”' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await list().waitFor();
    await page.keyboard.press('Tab');
    await list().waitFor({ state: 'detached' });
    expect(person.complaints).toEqual([]);
  });

  it('a press on a title opens it', async () => {
    await found();
    await page.keyboard.press('ArrowDown');
    await list()
      .getByRole('option', { name: /^Lantern Lane/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Lantern Lane' }).waitFor();
    expect(person.complaints).toEqual([]);
  });
});

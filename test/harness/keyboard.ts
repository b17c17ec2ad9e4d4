import type { Page } from 'playwright-core';

/** More than any page has that can be reached. */
const MOST_PRESSES = 100;

/** What is focused, by the text of its label or its own. */
const FOCUSED = `document.activeElement.labels?.[0]?.textContent.trim() ?? document.activeElement.textContent.trim()`;

/** Presses Tab until this field or button has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(FOCUSED)).startsWith(name)) return;
  }
  throw new Error(`not reached by Tab: ${name}`);
}

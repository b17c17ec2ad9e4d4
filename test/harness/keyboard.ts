import type { Locator, Page } from 'playwright-core';

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

/** Pastes a text into a field, in place of what it held. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  for (const key of ['A', 'X', 'V']) await field.press(`ControlOrMeta+${key}`);
}

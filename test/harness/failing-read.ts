import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/**
 * Has a read of a page fail until something is clicked there. A page also reads again by itself, when it begins to hear of changes:
 * a read that succeeds then would take "Try again" away before a test presses it.
 *
 * @param call the address of the read, as `page.route` takes it; let it go by `page.unroute`
 */
export async function failUntilClicked(page: Page, call: string, status: number): Promise<void> {
  await page.addInitScript(`addEventListener('click', () => { globalThis.wasClicked = true; }, true)`);
  await page.route(call, async (route) => {
    // A page that is left meanwhile can't say.
    const wasClicked = await page.evaluate('globalThis.wasClicked === true').catch(() => false);
    await (wasClicked ? route.fallback() : route.fulfill({ status, json: { error: 'a fault' } }));
  });
}

/** Presses every "Try again" of a page at once, and waits until none is left. */
export async function tryAllAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  // One after the other, a page that reads anew by itself could take one away before it is pressed.
  await again.evaluateAll((buttons: readonly { click(): void }[]) => buttons.forEach((button) => button.click()));
  await expect.poll(() => again.count()).toBe(0);
}

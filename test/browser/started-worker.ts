import type { Page } from 'playwright-core';

/** So long after the page is there the app starts its worker, in milliseconds. */
const AFTER_START_MS = 2_000;

/** The worker of the app is there, though it starts later than the page. Its clock is the test's: `page.clock.install()`. */
export async function startWorker(page: Page): Promise<void> {
  await page.clock.fastForward(AFTER_START_MS);
  await page.evaluate('navigator.serviceWorker.ready');
}

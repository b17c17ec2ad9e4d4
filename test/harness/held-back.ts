import type { Page } from 'playwright-core';

/** Shows what stands below something that is still read: pages hold it back for three seconds, which nobody waits for. */
export async function showHeldBack(page: Page): Promise<void> {
  await page.evaluate('document.getAnimations().forEach((one) => one.finish())');
}

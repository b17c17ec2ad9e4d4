import type { Page, Request } from 'playwright-core';
import { nextPicture } from './closed-browser.js';

/**
 * Follows the calls of a page from now on.
 *
 * @returns resolves when each is answered, also those to which answers have led, no block of the page waits any more, and what they say
 * is drawn
 */
export function answersOf(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  let asked = 0;
  let tell = (): void => undefined;
  page.on('request', (call) => {
    // The browser doesn't report the end of some pictures.
    if (call.resourceType() === 'image') return;
    // Nor that of the calls of a document that is being left.
    if (call.isNavigationRequest() && call.frame() === page.mainFrame()) waiting.clear();
    asked += 1;
    waiting.add(call);
  });
  const end = (call: Request): void => {
    waiting.delete(call);
    tell();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    for (let before = -1; before !== asked || waiting.size > 0;) {
      before = asked;
      if (waiting.size > 0) await new Promise<void>((resolve) => (tell = resolve));
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await nextPicture(page);
    }
  };
}

/**
 * Goes to another page of the app as its links do, so that the app isn't loaded anew.
 *
 * @param address where the page is, with the server's origin and path; none that differs from the present one in its query alone
 * @returns once the other page is there
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.evaluate(`(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.isLeft = '';
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(address)} });
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
  await page.locator('h1:not([data-is-left])').first().waitFor();
}

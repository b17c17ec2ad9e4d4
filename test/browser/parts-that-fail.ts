import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** A call that a page makes, as a pattern of its address, and the name of the part of the page that shows its answer. */
type PartOfCall = readonly [call: string, name: string];

const FAULT = { status: 500, json: { error: 'a fault' } };

/**
 * Loads a page whose parts read what they show by a call each. Expects that each part waits for its own call, fails by itself while the others
 * still wait, and is there after its own "Try again" while the others still fail.
 *
 * @param load opens the page
 */
export async function expectPartsToFailAlone(
  page: Page,
  load: () => Promise<void>,
  parts: readonly PartOfCall[],
): Promise<void> {
  const held = new Map<string, Route[]>(parts.map(([call]) => [call, []]));
  for (const [call] of parts)
    await page.route(call, (route) => (held.has(call) ? void held.get(call)?.push(route) : route.fulfill(FAULT)));
  await load();
  // What comes after a part that waits is hidden meanwhile, so that roles wouldn't find it.
  const alerts = page.locator('[role="alert"]');
  const again = page.getByRole('button', { name: 'Try again', includeHidden: true });
  const partOf = (name: string) => page.getByRole('region', { name, exact: true, includeHidden: true });
  const waitingIn = (part: Locator) => part.locator('[aria-busy="true"]');
  for (const [, name] of parts) await waitingIn(partOf(name)).waitFor({ state: 'attached' });
  let failed = 0;
  for (const [call, name] of parts) {
    const part = partOf(name);
    await expect.poll(() => held.get(call)?.length).toBeGreaterThan(0);
    const routes = held.get(call) ?? [];
    held.delete(call);
    await Promise.all(routes.map((route) => route.fulfill(FAULT)));
    await part.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    failed += 1;
    expect([await alerts.count(), await again.count()]).toEqual([failed, failed]);
  }
  for (const [call, name] of parts) {
    const part = partOf(name);
    await page.unroute(call);
    await part.getByRole('button', { name: 'Try again' }).click();
    await part.getByRole('alert').waitFor({ state: 'detached' });
    await waitingIn(part).waitFor({ state: 'detached' });
    failed -= 1;
    expect([await alerts.count(), await again.count()]).toEqual([failed, failed]);
  }
}

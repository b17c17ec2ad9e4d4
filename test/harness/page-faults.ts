import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFaults } from './axe-faults.js';
import { nextPicture, overflowOf } from './closed-browser.js';

export const PHONE = { width: 360, height: 740 };

/** WCAG 2.2, 1.4.10: nothing scrolls in two directions. */
const NARROWEST = { width: 320, height: 740 };

export const LAPTOP = { width: 1280, height: 800 };

/** Pictures for people who look at them, drawn with PICTURES=1; never in git. */
const PICTURES = join('.cache', 'pictures');

type Theme = 'light' | 'dark';

/**
 * What is wrong with the page as it is now: by all rules of axe-core on a laptop in the light; and in the dark on the narrowest phone, by
 * the rules that theme and size decide, contrast and the size of targets, and whether the page fits in. One visit to the phone sees all
 * three, since a window of another size costs more than the rules. The window is a laptop's afterwards, in the light.
 *
 * @param name of its pictures, which are drawn with PICTURES=1
 */
export async function faultsSeen(page: Page, name: string): Promise<readonly string[]> {
  await drawAll(page, name);
  await lookIn(page, 'light', LAPTOP);
  const faults = await axeFaults(page);
  await lookIn(page, 'dark', NARROWEST);
  const onPhone = await axeFaults(page, ['color-contrast', 'target-size']);
  const overflow = await overflowOf(page);
  await show(page, 'light', LAPTOP);
  const tooWide = overflow === 0 ? [] : [`${overflow} pixels too wide`];
  return [...faults, ...[...onPhone, ...tooWide].map((fault) => `on a phone in the dark: ${fault}`)];
}

/** Draws the page in both themes and sizes with PICTURES=1, and else does nothing. The window is left as it was, in the light. */
export async function drawAll(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== '1') return;
  mkdirSync(PICTURES, { recursive: true });
  const before = page.viewportSize() ?? LAPTOP;
  for (const theme of ['light', 'dark'] as const)
    for (const size of [PHONE, LAPTOP]) {
      await lookIn(page, theme, size);
      await page.screenshot({ path: join(PICTURES, `${name}-${size.width}-${theme}.png`), fullPage: true });
    }
  await lookIn(page, 'light', before);
}

async function show(page: Page, colorScheme: Theme, size: typeof PHONE): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
}

async function lookIn(page: Page, colorScheme: Theme, size: typeof PHONE): Promise<void> {
  await show(page, colorScheme, size);
  // Colours are measured once they are drawn.
  await nextPicture(page);
}

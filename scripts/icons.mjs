/**
 * npm run icons: draws the icons of the web app anew out of web/public/icon.svg, for home screens that take no SVG. Needs
 * Chromium.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './set-up.mjs';

const FOLDER = join(root, 'web', 'public');

/**
 * `full` icons reach to the edge, since the system cuts them into a shape of its own. Every shape shows the circle of the middle
 * four fifths, so the ticket is drawn a little smaller there.
 */
const ICONS = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable-512.png', size: 512, full: true },
  { name: 'apple-touch-icon.png', size: 180, full: true },
];

const SMALLER = 'transform="translate(1.6 1.6) scale(0.9)"';

const svg = await readFile(join(FOLDER, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: ['--no-sandbox'] });
try {
  for (const { name, size, full = false } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawn = full ? svg.replace(' rx="8"', '').replace('<g ', `<g ${SMALLER} `) : svg;
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawn}`);
    await writeFile(join(FOLDER, name), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}

/**
 * npm run art [-- NAME ...]: draws the pictures of the demo's titles and people anew out of art/, or only those whose names begin
 * with one of the given. Needs Chromium.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { drawings, KINDS } from '../art/drawings.mjs';
import { root } from './set-up.mjs';

const FONT = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2';
const [BEST_QUALITY, WORST_QUALITY, STEP] = [84, 40, 4];

const names = process.argv.slice(2);
const font = (await readFile(join(root, 'node_modules', FONT))).toString('base64');
const face = `font-family: 'Bricolage Grotesque Variable'; font-weight: 200 800; font-stretch: 75% 100%`;
const style = `@font-face { ${face}; src: url(data:font/woff2;base64,${font}) } body { margin: 0 } svg { display: block }`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  for (const [name, { kind, svg }] of await drawings()) {
    if (names.length > 0 && !names.some((start) => name.startsWith(start))) continue;
    const bytes = await photograph(page, session, svg, KINDS[kind]);
    await writeFile(join(root, 'art', 'pictures', `${name}.webp`), bytes);
    console.log(`${name} ${Math.round(bytes.length / 1_000)} kB`);
  }
} finally {
  await browser.close();
}

/** The drawing in its size, as good as its limit lets it be. */
async function photograph(page, session, svg, { kept: [width, height], limit }) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>${style} svg { width: ${width}px; height: ${height}px }</style>${svg}`);
  await page.evaluate('document.fonts.ready');
  // A picture is drawn, and then taken.
  await page.screenshot();
  for (let quality = BEST_QUALITY; quality >= WORST_QUALITY; quality -= STEP) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length <= limit) return bytes;
  }
  throw new Error(`A picture is larger than ${limit} bytes.`);
}

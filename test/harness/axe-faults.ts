import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are asked for: WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Fault {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe-core finds wrong with the page as it is shown now: each rule with the elements that break it. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: { type: 'tag', values: TAGS } });
  const { violations } = await page.evaluate<{ violations: readonly Fault[] }>(`axe.run(document, ${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

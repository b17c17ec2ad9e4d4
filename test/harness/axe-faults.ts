import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that are asked for: WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly unknown[] }[];
}

/**
 * What axe-core finds wrong with the page as it is shown now: each rule with the elements that break it. A fault counts once it is
 * found twice: axe-core reads an element in several steps, and one that is disabled in between looks like faint text.
 *
 * @param rules these alone, by their names at axe-core; all of WCAG 2.2, levels A and AA, where none are named
 */
export async function axeFaults(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  const first = await faultsNow(page, rules);
  if (first.size === 0) return [];
  const again = await faultsNow(page, rules);
  return [...first].flatMap(([place, fault]) => (again.has(place) ? [fault] : []));
}

/** A line for each element and the rule that it breaks, by the rule and the place of the element. */
async function faultsNow(page: Page, rules: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const runOnly = rules.length > 0 ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  // Style sheets would be read again, for a rule that isn't asked for.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: false });
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(`axe.run(document, ${options})`);
  return new Map(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => [`${id} ${JSON.stringify(target)}`, `${id}: ${html}`] as const),
    ),
  );
}

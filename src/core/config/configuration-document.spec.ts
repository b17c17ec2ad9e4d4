import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationDocument } from './configuration-document.js';
import { VARIABLES } from './settings.js';
import type { Variable } from './values.js';

const page = new URL('../../../docs/configuration.md', import.meta.url);

describe('configurationDocument', () => {
  it('equals docs/configuration.md; after a change, run `npm run docs`', () => {
    expect(readFileSync(page, 'utf8')).toBe(configurationDocument());
  });

  it('has one row of three cells for each variable, none of them empty', () => {
    const rows = configurationDocument()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(Object.keys(VARIABLES).length);
    for (const row of rows) expect(row).toMatch(/^\| `[A-Z0-9_]+`(\\\*)? \| [^|]+ \| [^|]+\. \|$/);
  });

  it('marks those that a file may hold', () => {
    for (const { name, secret } of Object.values<Variable<unknown>>(VARIABLES)) {
      expect(configurationDocument().includes(`| \`${name}\`\\* |`)).toBe(secret);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sealedColumns } from '../../src/app/rotation/rotate-key.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** How often a column is declared in each file of the product. */
const declared: readonly (readonly [string, number])[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => [path, readFileSync(join(SRC, path), 'utf8').split('new SealedColumn(').length - 1] as const)
  .filter(([, times]) => times > 0);

describe('security 26: a change of the key goes through every column in which something is sealed', () => {
  it('modules declare them where the command looks', () => {
    for (const [path] of declared) expect(path).toMatch(/^modules\/[a-z-]+\/sealed-columns\.ts$/);
  });

  it('none that is declared is missing in its list', () => {
    const count = declared.reduce((sum, [, times]) => sum + times, 0);
    expect(new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`)).size).toBe(count);
    expect(sealedColumns).toHaveLength(count);
  });
});

import { defineConfig } from 'vitest/config';
import { swc } from './scripts/compile-tests.mjs';

/** The unit specs, as Stryker runs them: see scripts/mutate.mjs, which says which of them. */
export default defineConfig({
  plugins: [swc],
  oxc: false,
  test: {
    include: JSON.parse(process.env.MUTATE_SPECS ?? '["src/**/*.spec.ts"]'),
    isolate: false,
    sequence: { hooks: 'list' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

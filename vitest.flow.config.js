import { defineConfig } from 'vitest/config';
import { swc } from './scripts/compile-tests.mjs';

/** What `npm run flow` runs: which sources take part in one call. */
export default defineConfig({
  plugins: [swc],
  oxc: false,
  test: { include: ['test/flow/*-flow.ts'], reporters: ['dot'], testTimeout: 120_000, hookTimeout: 60_000 },
});

import { existsSync } from 'node:fs';

/** The published interface descriptions of the outside systems; the contract tests need them and run where they are. */
const upstreamDocuments = new URL('../shared/upstream', import.meta.url);

/** Debian's Chromium: the browser tests run where it is installed. */
const chromium = '/usr/bin/chromium';

/** Two kinds of files: `*.spec.ts` beside the code or under test/, `*.e2e-spec.ts` under test/e2e. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [
    ...(existsSync(upstreamDocuments) ? [] : ['<rootDir>/test/contracts/']),
    ...(existsSync(chromium) ? [] : ['<rootDir>/test/browser/']),
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  maxWorkers: 2,
  workerIdleMemoryLimit: '800MB',
  testTimeout: 30_000,
};

import { leftOut } from './scripts/left-out.mjs';

/** Two kinds of files: `*.spec.ts` beside the code or under test/, `*.e2e-spec.ts` under test/e2e. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/bench'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: leftOut().map(({ pattern }) => pattern),
  // Each file makes its own databases there, and drops them at its end.
  setupFilesAfterEnv: process.env.TEST_POSTGRES_URL ? ['<rootDir>/test/harness/drop-test-databases.ts'] : [],
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
  // For a machine that does other things besides: a test waits on work and never on time.
  testTimeout: 60_000,
};

/**
 * What the compiler can't say and review shouldn't have to.
 *
 * The rules about floors and tiers live in .dependency-cruiser.cjs; the rules about names in test/architecture.
 * ESLint keeps one option list per rule and file, the last one wins, so the lists below are built from parts.
 */
import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

const sources = 'src/**/*.ts';
const specs = ['**/*.spec.ts', '**/*.e2e-spec.ts'];
const tests = ['test/**/*.ts', ...specs];

/** Names that exist in Node without an import and that the plain JavaScript files use. */
const nodeGlobals = Object.fromEntries(
  [
    'AbortController',
    'AbortSignal',
    'Buffer',
    'URL',
    'URLSearchParams',
    'TextDecoder',
    'TextEncoder',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'performance',
    'process',
    'setImmediate',
    'setInterval',
    'setTimeout',
  ].map((name) => [name, 'readonly']),
);

/** Names that exist in browsers and that the modules of our pages use. */
const browserGlobals = Object.fromEntries(
  [
    'FormData',
    'URL',
    'URLSearchParams',
    'addEventListener',
    'atob',
    'btoa',
    'document',
    'fetch',
    'isSecureContext',
    'localStorage',
    'location',
    'navigator',
    'performance',
  ].map((name) => [name, 'readonly']),
);

/** Names that exist in browsers and that the web app uses. */
const webGlobals = Object.fromEntries(
  [
    'BroadcastChannel',
    'Element',
    'HTMLDialogElement',
    'HTMLElement',
    'HTMLHeadingElement',
    'HTMLInputElement',
    'Headers',
    'Intl',
    'IntersectionObserver',
    'KeyboardEvent',
    'MessageEvent',
    'MouseEvent',
    'Node',
    'Request',
    'ResizeObserver',
    'Response',
    'SubmitEvent',
    'URL',
    'URLSearchParams',
    'clearTimeout',
    'document',
    'fetch',
    'history',
    'navigator',
    'sessionStorage',
    'setTimeout',
    'window',
  ].map((name) => [name, 'readonly']),
);

// ---- imports ------------------------------------------------------------------------------------------------------

const noNestTypeorm = {
  name: '@nestjs/typeorm',
  message: 'Rows are reached through Database.read and Database.write only; its shared connection loses rows.',
};
const noForwardRef = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'A circle between providers is a design fault: move the shared part down, or use a port or an event.',
};
const noGlobalModule = {
  name: '@nestjs/common',
  importNames: ['Global'],
  message: 'Only core and app hold global modules; a feature names what it imports.',
};
const noNestLogger = {
  name: '@nestjs/common',
  importNames: ['Logger', 'ConsoleLogger'],
  message: 'Log through core/logging, which redacts secrets.',
};
const noAxios = { name: 'axios', message: 'Outside systems are reached through HttpTransport in clients/http.' };
const noSqlite = { name: 'sqlite3', message: 'Only core/database opens the database file.' };
const noPostgres = { name: 'pg', message: 'Only core/database connects to the database server.' };
const noDataSource = {
  name: 'typeorm',
  importNames: ['DataSource', 'createConnection', 'getConnection', 'getRepository', 'getManager', 'createQueryBuilder'],
  message: 'Only core/database holds a DataSource; take a tx from Database.read or Database.write.',
};
const noActiveRecord = {
  name: 'typeorm',
  importNames: [
    'BaseEntity',
    'OneToOne',
    'OneToMany',
    'ManyToOne',
    'ManyToMany',
    'JoinColumn',
    'JoinTable',
    'CreateDateColumn',
    'UpdateDateColumn',
    'DeleteDateColumn',
    'AfterLoad',
    'BeforeInsert',
    'AfterInsert',
    'BeforeUpdate',
    'AfterUpdate',
    'BeforeRemove',
    'AfterRemove',
    'BeforeSoftRemove',
    'AfterSoftRemove',
    'BeforeRecover',
    'AfterRecover',
    'EventSubscriber',
  ],
  message: 'Entities are columns only: no relations, no hooks, no engine-made dates.',
};
const noAmbientRandomness = {
  name: 'node:crypto',
  importNames: [
    'randomBytes',
    'randomFill',
    'randomFillSync',
    'randomInt',
    'randomUUID',
    'webcrypto',
    'getRandomValues',
  ],
  message: 'Randomness is injected: take a Random (core/time).',
};
const noAmbientTimers = ['node:timers', 'node:timers/promises', 'timers', 'timers/promises'].map((name) => ({
  name,
  message: 'Timers are injected: take a Clock (core/time).',
}));
const noAmbientEnvironment = {
  name: 'node:process',
  importNames: ['env', 'default'],
  message: 'The environment is read once, by core/config.',
};
const noClients = {
  regex: '(^|/)clients/',
  message: 'Repositories hold rows; nothing talks to the network inside a transaction.',
};

const everywhere = [noNestTypeorm, noForwardRef, noNestLogger, noActiveRecord];
const ambient = [noAmbientRandomness, ...noAmbientTimers, noAmbientEnvironment];
const restrictedImports = (paths, patterns = []) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }],
});

// ---- syntax -------------------------------------------------------------------------------------------------------

const emptyCatch = {
  selector: 'CatchClause > BlockStatement[body.length=0]',
  message: 'An error is handled, mapped or passed on; it never vanishes.',
};
const exportAll = { selector: 'ExportAllDeclaration', message: 'Name what a file offers; no barrels.' };
const defaultExport = {
  selector: ':matches(ExportDefaultDeclaration, TSExportAssignment)',
  message: 'Exports have names.',
};
const requestScope = {
  selector: 'Decorator[expression.callee.name=/^(Injectable|Controller)$/] Property[key.name="scope"]',
  message: 'Providers are singletons; pass the caller as an argument.',
};
const bareResponse = {
  selector: 'Decorator[expression.callee.name=/^(Res|Response|Next)$/]:not(:has(Property[key.name="passthrough"]))',
  message: 'A handler returns a value; interceptors do not see what it writes to the response itself.',
};
const ambientTime = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Time is injected: take a Clock.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Time is injected: take a Clock.' },
];
const ambientEnvironment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'The environment is read once, by core/config.',
};
const markupFromText = {
  selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/]',
  message: 'Text from outside is text: markup comes from templates alone.',
};
const unfinishedTest = [
  {
    selector:
      'MemberExpression[property.name=/^(only|skip|todo|failing)$/]:matches([object.name=/^(describe|it|test)$/], [object.object.name=/^(describe|it|test)$/])',
    message: 'Every test runs, always.',
  },
  {
    selector: 'CallExpression[callee.name=/^(fit|xit|fdescribe|xdescribe|xtest)$/]',
    message: 'Every test runs, always.',
  },
];

const restrictedSyntax = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules] });
const restrictedProperties = (...rules) => ({ 'no-restricted-properties': ['error', ...rules] });

const clockMessage = 'Time is injected: take a Clock (core/time).';
const ambientProperties = [
  { object: 'Date', property: 'now', message: clockMessage },
  { object: 'performance', property: 'now', message: clockMessage },
  { object: 'process', property: 'hrtime', message: clockMessage },
  { object: 'process', property: 'nextTick', message: 'Use a promise, or queueMicrotask.' },
  { object: 'Math', property: 'random', message: 'Randomness is injected: take a Random (core/time).' },
  { object: 'crypto', property: 'randomUUID', message: 'Randomness is injected: take a Random (core/time).' },
  { object: 'crypto', property: 'getRandomValues', message: 'Randomness is injected: take a Random (core/time).' },
  {
    object: 'URL',
    property: 'canParse',
    message: 'On Node 20 it comes to refuse letters beyond ASCII: parsedUrl (core/text).',
  },
];
const ambientGlobals = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].map((name) => ({
    name,
    message: clockMessage,
  })),
  { name: 'fetch', message: 'Outside systems are reached through HttpTransport in clients/http.' },
];

const sourceSyntax = [emptyCatch, exportAll, defaultExport, requestScope, bareResponse];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/dist-demo/',
      '**/dist-bench/',
      '**/coverage/',
      '.cache/',
      '**/data/',
      'test/fixtures/',
      'web/src/api/schema.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-else-return': 'error',
      'no-param-reassign': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      // A promise returned from a try block must settle inside it, or its catch never sees the failure.
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      // An implementation of an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A class that is only a constructor type is still a value: Nest reads it from the emitted metadata.
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },

  {
    files: [sources],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
    },
  },

  // The product's code, file by file stricter from the bottom up.
  {
    files: [sources],
    ignores: specs,
    rules: {
      ...restrictedImports([...everywhere, ...ambient, noGlobalModule, noAxios, noSqlite, noPostgres, noDataSource]),
      ...restrictedSyntax(...sourceSyntax, ...ambientTime, ambientEnvironment),
      ...restrictedProperties(...ambientProperties),
      'no-restricted-globals': ['error', ...ambientGlobals],
    },
  },
  {
    files: ['src/modules/**/*.repository.ts'],
    rules: restrictedImports(
      [...everywhere, ...ambient, noGlobalModule, noAxios, noSqlite, noPostgres, noDataSource],
      [noClients],
    ),
  },
  {
    files: ['src/app/**/*.ts', 'src/core/**/*.ts'],
    ignores: [...specs, 'src/core/time/**', 'src/core/database/**'],
    rules: restrictedImports([...everywhere, ...ambient, noAxios, noSqlite, noPostgres, noDataSource]),
  },
  {
    files: ['src/core/database/**/*.ts'],
    ignores: specs,
    rules: restrictedImports([...everywhere, ...ambient, noAxios]),
  },
  {
    files: ['src/clients/http/**/*.ts'],
    ignores: specs,
    rules: restrictedImports([...everywhere, ...ambient, noGlobalModule, noSqlite, noPostgres, noDataSource]),
  },
  {
    files: ['src/core/time/**/*.ts'],
    ignores: specs,
    rules: {
      ...restrictedImports([...everywhere, noAxios, noSqlite, noPostgres, noDataSource]),
      ...restrictedSyntax(...sourceSyntax),
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
    },
  },
  {
    files: [
      'src/core/config/**/*.ts',
      'src/main.ts',
      'src/healthcheck.ts',
      'src/restore.ts',
      'src/rotate-key.ts',
      'src/reset-password.ts',
      'src/move-database.ts',
      // PATH, HOME and LANG of this process are handed to a program that it starts; none of them is a setting.
      'src/clients/appletv/bare-environment.ts',
    ],
    ignores: specs,
    rules: restrictedSyntax(...sourceSyntax, ...ambientTime),
  },
  { files: ['src/main.ts'], rules: { 'no-console': 'off' } },

  // What reads foreign text takes time in proportion to its length, whatever the text: security 31.
  {
    files: ['src/**/*.{ts,js}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },

  // Tests read foreign bodies all day: what they assert is their type check.
  {
    files: tests,
    rules: {
      ...restrictedImports([noNestTypeorm, noForwardRef, noActiveRecord]),
      ...restrictedSyntax(emptyCatch, exportAll, ...unfinishedTest),
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },

  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: nodeGlobals },
    rules: { ...restrictedSyntax(emptyCatch, exportAll), '@typescript-eslint/no-require-imports': 'off' },
  },
  // The web app runs in browsers, where time and the network are the browser's own. Markup comes from its templates alone.
  ...svelte.configs['flat/recommended'],
  {
    files: ['web/**/*.svelte', 'web/**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] } },
  },
  {
    files: ['web/**/*.svelte', 'web/src/**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { globals: webGlobals },
    rules: {
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Maps and addresses are replaced as a whole, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      'svelte/no-at-html-tags': 'error',
      // The addresses of links are made by linkTo, which knows the server's base path.
      'svelte/no-navigation-without-resolve': 'off',
      ...restrictedSyntax(emptyCatch, exportAll, markupFromText),
    },
  },

  // What a page is made of runs in browsers.
  {
    files: ['src/app/openapi/explorer/*.js', 'src/modules/auth/passkeys/pages/*.js', 'web/public/*.js'],
    languageOptions: { globals: browserGlobals },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', module: 'writable', require: 'readonly' },
    },
  },
);

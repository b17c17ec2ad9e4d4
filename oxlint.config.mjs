/**
 * What the compiler can't say and review shouldn't have to. What only components of Svelte need is in eslint.config.js.
 *
 * The rules about floors and tiers live in .dependency-cruiser.cjs; the rules about names in test/architecture, where
 * lint-rules.spec.ts proves that each rule below finds its offence.
 * The linter keeps one option list per rule and file, the last one wins, so the lists below are built from parts.
 */

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
  'no-restricted-imports': ['error', { paths, patterns }],
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

const restrictedSyntax = (...rules) => ({ 'usher/no-restricted-syntax': ['error', ...rules] });
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

/** Of what is certainly wrong. */
const CORRECT = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
];

/** Of what the compiler says of TypeScript, and nothing but the linter of JavaScript. */
const CORRECT_JAVASCRIPT = [
  'constructor-super',
  'getter-return',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-func-assign',
  'no-import-assign',
  'no-new-native-nonconstructor',
  'no-obj-calls',
  'no-redeclare',
  'no-setter-return',
  'no-this-before-super',
  'no-undef',
  'no-unreachable',
  'no-unsafe-negation',
  'no-unused-vars',
  'no-with',
];

const CORRECT_TYPESCRIPT = [
  'no-array-constructor',
  'no-unused-expressions',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/await-thenable',
  'typescript/ban-ts-comment',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-duplicate-enum-values',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-for-in-array',
  'typescript/no-implied-eval',
  'typescript/no-misused-new',
  'typescript/no-misused-promises',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-redundant-type-constituents',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/no-wrapper-object-types',
  'typescript/only-throw-error',
  'typescript/prefer-as-const',
  'typescript/prefer-namespace-keyword',
  'typescript/prefer-promise-reject-errors',
  'typescript/restrict-plus-operands',
  'typescript/triple-slash-reference',
  'typescript/unbound-method',
];

const errors = (rules) => Object.fromEntries(rules.map((rule) => [rule, 'error']));
const unusedVars = ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }];
const atMost300Lines = ['error', { max: 300, skipBlankLines: false, skipComments: false }];

/** Markup of the web app comes from its templates alone. */
export const syntaxOfTheWebApp = [emptyCatch, exportAll, markupFromText];
export const rulesOfTheWebApp = { 'max-lines': atMost300Lines, 'no-console': 'error' };

export default {
  ignorePatterns: [
    '**/node_modules/',
    '**/dist/',
    '**/dist-demo/',
    '**/dist-bench/',
    '**/coverage/',
    '.cache/',
    '**/data/',
    'test/fixtures/',
    'web/src/api/schema.d.ts',
    // Components and their modules are read by ESLint: eslint.config.js.
    '**/*.svelte',
  ],
  // Types are checked in the same pass, which has them at hand.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error', maxWarnings: 0 },
  plugins: ['eslint', 'typescript'],
  jsPlugins: ['eslint-plugin-regexp', './scripts/lint/syntax-plugin.mjs'],
  // Each rule is named below, so that another version of the linter has the same.
  categories: { correctness: 'off' },
  rules: errors(CORRECT),
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(CORRECT_TYPESCRIPT),
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-else-return': 'error',
        'no-param-reassign': 'error',
        'no-unused-vars': unusedVars,
        'object-shorthand': 'error',
        'prefer-template': 'error',
        'typescript/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
        'typescript/no-deprecated': 'error',
        'typescript/no-floating-promises': ['error', { checkThenables: true }],
        'typescript/no-non-null-assertion': 'error',
        'typescript/prefer-readonly': 'error',
        // A promise returned from a try block must settle inside it, or its catch never sees the failure.
        'typescript/return-await': ['error', 'in-try-catch'],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },

    {
      files: [sources],
      rules: {
        'max-lines': atMost300Lines,
        'no-console': 'error',
        'typescript/explicit-module-boundary-types': 'error',
      },
    },

    // The product's code, file by file stricter from the bottom up.
    {
      files: [sources],
      excludeFiles: specs,
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
      excludeFiles: [...specs, 'src/core/time/**', 'src/core/database/**'],
      rules: restrictedImports([...everywhere, ...ambient, noAxios, noSqlite, noPostgres, noDataSource]),
    },
    {
      files: ['src/core/database/**/*.ts'],
      excludeFiles: specs,
      rules: restrictedImports([...everywhere, ...ambient, noAxios]),
    },
    {
      files: ['src/clients/http/**/*.ts'],
      excludeFiles: specs,
      rules: restrictedImports([...everywhere, ...ambient, noGlobalModule, noSqlite, noPostgres, noDataSource]),
    },
    {
      files: ['src/core/time/**/*.ts'],
      excludeFiles: specs,
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
        'src/clients/appletv/appletv-helper.ts',
      ],
      excludeFiles: specs,
      rules: restrictedSyntax(...sourceSyntax, ...ambientTime),
    },
    { files: ['src/main.ts'], rules: { 'no-console': 'off' } },

    // What reads foreign text takes time in proportion to its length, whatever the text: security 31.
    {
      files: ['src/**/*.{ts,js}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts'],
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
        'typescript/explicit-module-boundary-types': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/unbound-method': 'off',
      },
    },

    {
      files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
      globals: nodeGlobals,
      rules: { ...errors(CORRECT_JAVASCRIPT), ...restrictedSyntax(emptyCatch, exportAll) },
    },
    // What a page is made of runs in browsers.
    {
      files: ['src/app/openapi/explorer/*.js', 'src/modules/auth/passkeys/pages/*.js', 'web/public/*.js'],
      globals: browserGlobals,
    },
    { files: ['**/*.cjs'], globals: { __dirname: 'readonly', module: 'writable', require: 'readonly' } },

    // The web app runs in browsers, where time and the network are the browser's own.
    {
      files: ['web/src/**/*.ts'],
      rules: { ...rulesOfTheWebApp, ...restrictedSyntax(...syntaxOfTheWebApp) },
    },
    // One text for each code of the server: a language is one file.
    { files: ['web/src/texts/*-sentences.ts'], rules: { 'max-lines': 'off' } },
  ],
};

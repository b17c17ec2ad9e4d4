/**
 * Who may import whom. docs/architecture.md tells why; `npm run check` runs these rules over the tree, and
 * test/architecture/imports.spec.ts proves, one offence per rule, that each of them can fail.
 */
const { join } = require('node:path');

/** The layers, from the bottom up. A layer imports itself and lower ones. */
const LAYERS = ['core', 'clients', 'modules', 'app'];

/** The modules by tier. A module imports only modules of lower tiers. */
const TIERS = [
  ['settings'],
  ['users', 'metadata'],
  ['instances', 'content-policy', 'ai'],
  ['library', 'proxy', 'bookcatalog', 'media-files'],
  ['discovery', 'quotas', 'series-matching', 'media-accounts'],
  ['requests', 'auth', 'setbox'],
  ['compat', 'downloads', 'notifications'],
  ['remediation'],
  ['mcp', 'realtime', 'client-config', 'administration'],
];

const SPEC = '\\.(spec|e2e-spec)\\.ts$';
const oneOf = (names) => `(${names.join('|')})`;

const layerRules = LAYERS.slice(0, -1).map((layer, height) => ({
  name: `layer-${layer}`,
  comment: `${layer} imports nothing of the layers above it.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${oneOf([...LAYERS.slice(height + 1), 'migrations'])}/|main\\.ts$)` },
}));

const tierRules = TIERS.map((modules, tier) => ({
  name: `tier-${tier}`,
  comment: `Modules of tier ${tier} import only modules of lower tiers. Upward goes an event or a port.`,
  severity: 'error',
  from: { path: `^src/modules/${oneOf(modules)}/` },
  to: { path: `^src/modules/${oneOf(TIERS.slice(tier).flat())}/`, pathNot: '^src/modules/$1/' },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...tierRules,
    {
      name: 'module-without-tier',
      comment: 'A new module gets a tier first (here and in docs/architecture.md).',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: `^src/modules/${oneOf(TIERS.flat())}/` },
      to: {},
    },
    {
      name: 'public-api-only',
      comment: 'Other modules import a module through its <module>.public.ts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/([^/]+)/\\1\\.public\\.ts$'] },
    },
    {
      name: 'no-own-public-api',
      comment: 'Inside a module files import each other; its public API is for other modules.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/$1/$1\\.public\\.ts$' },
    },
    {
      name: 'rows-stay-inside',
      comment: 'A public API never exports entities and repositories.',
      severity: 'error',
      from: { path: '\\.public\\.ts$' },
      to: { path: '(\\.entity|\\.entities|/rows|-rows)\\.ts$' },
    },
    {
      name: 'app-at-the-top-of-modules',
      comment: 'The composition root imports the files at the top of a module, never its folders.',
      severity: 'error',
      from: { path: '^src/(app/|main\\.ts$)', pathNot: SPEC },
      to: { path: '^src/modules/[^/]+/[^/]+/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration keeps its meaning for ever, so it knows nothing that may change.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^src/', pathNot: '^src/(migrations|core/database)/' },
    },
    {
      name: 'clients-without-nest',
      comment: 'A client is plain TypeScript over HttpTransport.',
      severity: 'error',
      from: { path: '^src/clients/' },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'clients-without-state',
      comment: 'A client has no settings, no cache, no rows and no jobs of its own.',
      severity: 'error',
      from: { path: '^src/clients/', pathNot: SPEC },
      to: { path: '^src/core/(access|cache|config|database|events|jobs|ports|work)/' },
    },
    {
      name: 'clients-apart',
      comment: 'A client knows its own system, the transport, and the protocol that its family shares.',
      severity: 'error',
      from: { path: '^src/clients/([^/]+)/' },
      to: { path: '^src/clients/', pathNot: '^src/clients/($1|http|servarr|mediabrowser|downloads)/' },
    },
    {
      name: 'processes-in-one-place',
      comment: 'The server starts no program but the helper of set-top boxes.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/clients/appletv/', SPEC] },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'repositories-without-clients',
      comment: 'No network inside a transaction.',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^src/clients/' },
    },
    {
      name: 'axios-in-one-place',
      comment: 'Only the transport speaks HTTP to the outside.',
      severity: 'error',
      from: { path: '^(src|test|scripts)/', pathNot: '^src/clients/http/' },
      to: { path: 'node_modules/axios/' },
    },
    {
      name: 'sqlite-in-one-place',
      comment: 'Only core/database opens the database file; tests may look into it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/database/', SPEC] },
      to: { path: 'node_modules/sqlite3/' },
    },
    {
      name: 'prom-client-in-one-place',
      comment: 'Only core/metrics knows how figures are kept; everybody else reports through its port.',
      severity: 'error',
      from: { path: '^(src|test|scripts)/', pathNot: '^src/core/metrics/' },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'postgres-in-one-place',
      comment: 'Only core/database connects to the database server; tests may look into it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/database/', SPEC] },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'product-without-tests',
      comment: 'What ships imports nothing that does not.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: '^(test|scripts|bench)/' },
    },
    {
      name: 'product-without-specs',
      comment: 'Nobody imports a spec file.',
      severity: 'error',
      from: {},
      to: { path: SPEC },
    },
    {
      name: 'product-without-dev-packages',
      comment: 'What ships needs production packages only.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'scripts-without-sources',
      comment: 'Scripts run plain Node and benchmarks measure: both use the built program, never its sources.',
      severity: 'error',
      from: { path: '^(scripts|bench)/' },
      to: { path: '^src/' },
    },
    {
      name: 'fakes-stand-alone',
      comment: "A fake is an outside system: it shares no code with what it's there to prove.",
      severity: 'error',
      from: { path: '^test/fakes/' },
      to: { path: '^src/' },
    },
    {
      name: 'no-circles',
      comment: 'A circle of imports has no order. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports and that imports nobody is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|test)/',
        pathNot: [
          SPEC,
          '^src/main\\.ts$',
          '^src/app/routes/print-routes\\.ts$',
          '^src/app/openapi/explorer/',
          '^src/modules/auth/passkeys/pages/.*\\.js$',
          // A test forks them, and they import the built server alone.
          '^test/kill/(key-change|move|restore|setbox)-process\\.mjs$',
          '\\.d\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.json') },
    // Nothing is worked out that no rule asks for.
    skipAnalysisNotInRules: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-demo|dist-bench)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

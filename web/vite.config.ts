import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig, type Plugin } from 'vite';

const OUT = new URL('../dist/web/', import.meta.url);

/** What is worth compressing; fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/;

/** Writes `.br` and `.gz` beside each file, so that the server never compresses while somebody waits. */
const compressed: Plugin = {
  name: 'usher-compressed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter((file) =>
      COMPRESSIBLE.test(file),
    )) {
      const file = fileURLToPath(new URL(name.replaceAll('\\', '/'), OUT));
      const text = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    }
  },
};

const WORKER = fileURLToPath(new URL('src/worker/sw.ts', import.meta.url));

/**
 * The worker as one script: browsers run it as a classic one, which imports nothing, so it has its own copy of what the pages use
 * too.
 */
async function workerScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: WORKER, output: { format: 'iife' } },
    },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [worker, ...others] = chunks;
  if (worker?.type !== 'chunk' || others.length > 0) throw new Error('the worker is not one script');
  return worker.code;
}

/** It has no hash in its name, and is kept with the version all the same: without it a page has no theme. */
const APPEARANCE = 'appearance.js';

/** Names every file of this version to the worker, which keeps them, and the version itself: with it the worker is another one. */
const namedToWorker: Plugin = {
  name: 'usher-worker-files',
  apply: 'build',
  generateBundle: {
    // The styles come late.
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const appearance = readFileSync(new URL(`public/${APPEARANCE}`, import.meta.url));
      const version = createHash('sha256').update(files.join()).update(appearance).digest('hex').slice(0, 8);
      const source = `const usherFiles=${JSON.stringify([...files, APPEARANCE])},usherVersion="${version}";${await workerScript()}`;
      // Below the path of its own address lies everything that a worker may answer.
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};

/**
 * Has the page ask for its typeface at once: it comes with the first picture then, so that headings have the same face at every
 * visit (`font-display: optional`).
 */
const typefaceFirst: Plugin = {
  name: 'usher-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
};

const pathOf = (id: string): string => id.replaceAll('\\', '/');

/** Where the app begins, and the first page that most people see. */
const FIRST = ['/web/src/app/main.ts', '/web/src/pages/HomePage.svelte'];

const isFirst = (id: string): boolean => FIRST.some((first) => pathOf(id).endsWith(first));

/** Pages that people see one after the other: the first that fits counts. */
const PARTS = [
  { part: 'home', pages: /\/app\/main\.ts$|\/HomePage\.svelte$/ },
  { part: 'admin', pages: /\/pages\/(?:admin|setup)\/|\/SetupPage\.svelte$/ },
  { part: 'account', pages: /\/pages\/(?:account|join)\/|\/(?:SignIn|Profile)Page\.svelte$/ },
  { part: 'titles', pages: /\/pages\// },
] as const;

type Part = (typeof PARTS)[number]['part'] | 'shared';

/** Of each module: the one part of the app that imports it, or `shared`. What Home needs is a part of Home, whoever else imports it. */
const partOf = new Map<string, Part>();

/** Fills {@link partOf} from what was read, before that is divided into files. */
const dividesIntoParts: Plugin = {
  name: 'usher-parts',
  apply: 'build',
  buildEnd() {
    partOf.clear();
    const ids = [...this.getModuleIds()];
    const isLoadedLater = (id: string): boolean => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
    for (const { part } of PARTS) {
      const pages = ids.filter((id) => isFirst(id) || isLoadedLater(id));
      const left = pages.filter((id) => PARTS.find((each) => each.pages.test(pathOf(id)))?.part === part);
      const seen = new Set<string>();
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const known = partOf.get(id);
        if (known === 'home' || seen.has(id)) continue;
        seen.add(id);
        partOf.set(id, known === undefined || known === part ? part : 'shared');
        left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    }
  },
};

const isOf =
  (part: Part) =>
  (id: string): boolean =>
    partOf.get(id) === part && !isFirst(id);

/** The build knows no path: the server writes its own into the page (src/app/web/app-page.ts). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  cacheDir: fileURLToPath(new URL('../.cache/vite/', import.meta.url)),
  plugins: [
    svelte({
      configFile: false,
      preprocess: vitePreprocess(),
      // A name of a component's styles stands at each of its rules, so it is as short as may be.
      compilerOptions: {
        cssHash: ({ filename, hash }) => `s-${hash(pathOf(filename ?? '').replace(/^.*\/web\/src\//, '')).slice(0, 4)}`,
      },
    }),
    dividesIntoParts,
    namedToWorker,
    typefaceFirst,
    compressed,
  ],
  build: {
    outDir: fileURLToPath(OUT),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows neither addresses of data: for scripts and fonts nor a script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What several pages use is one file: a dozen small ones take longer to ask for than to send. Home doesn't wait for what
      // other pages use, nor members for what administrators alone use.
      output: {
        codeSplitting: {
          groups: [
            { name: 'home', test: isOf('home'), priority: 2 },
            ...(['shared', 'titles', 'account', 'admin'] as const).map((part) => ({
              name: part,
              test: isOf(part),
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
    // Home doesn't wait for the styles of other pages.
    cssCodeSplit: true,
  },
});

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

const pathOf = (id: string): string => id.replaceAll('\\', '/');

/** What pages of administrators and of the setup alone are made of. */
const OF_ADMINISTRATORS =
  /\/(?:admin|setup|join)\/|\/(?:en-admin|admin-queries|connection-advice|people|webhook-word|en-person|person-texts|person-queries|person-forms|settings-queries|shared-queries|shared-libraries|invite)\.ts/;

/** What pages about signing in and one's own account are made of: nobody needs it to see Home. */
const OF_ACCOUNTS =
  /\/account\/|\/(?:en-account|account-texts|account-queries|account-refusal|external-sign-in|approval-address|passkeys|passkey-fault|sign-in-ways|attempt|oidc-test|copy-field|server-reason|sha256|base64url)\.ts/;

const isOfAccounts = (id: string): boolean => OF_ACCOUNTS.test(pathOf(id));

/** What the pages alone are made of on which titles are looked for and looked at. */
const OF_TITLES = new RegExp(
  [
    '/pages/(?:title|catalog|discover|person|search|request)/',
    '/(?:en-discover|discover-texts|browse-queries|browse-filters|person-facts|title-facts|catalog-facts|book-formats|trailer|states-in-libraries|last-known|timeline|server-words)\\.ts',
    '/(?:ChipSelect|FactList|TitleFrame)\\.svelte',
  ].join('|'),
);

const isOfTitles = (id: string): boolean => pathOf(id).includes('/web/src/') && OF_TITLES.test(pathOf(id));

/** What pages of titles and of administrators use, and Home doesn't: a file of its own. */
const OF_NAMES = /\/catalog-names\.ts/;

const isOfMembers = (id: string): boolean => {
  const path = pathOf(id);
  const isOfOthers = [OF_ADMINISTRATORS, OF_ACCOUNTS, OF_TITLES, OF_NAMES].some((others) => others.test(path));
  return path.includes('/web/src/') && !isOfOthers;
};

/** The build knows no path: the server writes its own into the page (src/app/web/app-page.ts). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  cacheDir: fileURLToPath(new URL('../.cache/vite/', import.meta.url)),
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), namedToWorker, compressed],
  build: {
    outDir: fileURLToPath(OUT),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows neither addresses of data: for scripts and fonts nor a script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What several pages use is one file: a dozen small ones take longer to ask for than to send. Members don't wait for
      // what administrators alone use, nor Home for what the pages of titles use. Those have the shared file anyway.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: isOfMembers, minShareCount: 2, priority: 2 },
            { name: 'account', test: isOfAccounts, minShareCount: 2, priority: 1 },
            { name: 'titles', test: isOfTitles, minShareCount: 2, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    // All of it is small; one file is one request.
    cssCodeSplit: false,
  },
});

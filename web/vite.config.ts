import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

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

/** What pages of administrators and of the setup alone are made of. */
const OF_ADMINISTRATORS =
  /\/(?:admin|setup|join)\/|\/(?:en-admin|admin-queries|connection-advice|people|webhook-word|en-person|person-texts|person-queries|person-forms)\.ts/;

/** What pages about signing in and one's own account are made of: nobody needs it to see Home. */
const OF_ACCOUNTS =
  /\/account\/|\/(?:en-account|account-texts|account-queries|account-refusal|external-sign-in|approval-address|passkeys|passkey-fault|sign-in-ways|attempt|sha256|base64url)\.ts/;

const isOfAccounts = (id: string): boolean => OF_ACCOUNTS.test(id.replaceAll('\\', '/'));

const isOfMembers = (id: string): boolean => {
  const path = id.replaceAll('\\', '/');
  return path.includes('/web/src/') && !OF_ADMINISTRATORS.test(path) && !OF_ACCOUNTS.test(path);
};

/** The build knows no path: the server writes its own into the page (src/app/web/app-page.ts). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  cacheDir: fileURLToPath(new URL('../.cache/vite/', import.meta.url)),
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), compressed],
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
      // what administrators alone use.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: isOfMembers, minShareCount: 2 },
            { name: 'account', test: isOfAccounts, minShareCount: 2 },
          ],
        },
      },
    },
    // All of it is small; one file is one request.
    cssCodeSplit: false,
  },
});

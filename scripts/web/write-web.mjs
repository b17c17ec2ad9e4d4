/** Writes dist/web, the web app that the server serves. Run by scripts/set-up.mjs. */
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../set-up.mjs';

await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' });

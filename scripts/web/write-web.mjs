/** Writes dist/web, the web app that the server serves. Run by scripts/set-up.mjs. */
import { join } from 'node:path';
import { root } from '../set-up.mjs';

// Always what people get: `npm test` says NODE_ENV=test, with which the build would take the larger code of development.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');
await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' });

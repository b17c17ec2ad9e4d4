/** Writes dist/bundle, the built server in one file. Run by the build (scripts/set-up.mjs) once it is compiled. */
import { join } from 'node:path';
import { root } from '../set-up.mjs';
import { bundle } from './bundle.mjs';

await bundle({ root, programs: { server: 'dist/main.js' }, to: join(root, 'dist', 'bundle') });

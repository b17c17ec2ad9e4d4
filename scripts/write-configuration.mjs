/**
 * npm run docs: writes docs/configuration.md from the one schema of the settings. A test fails while the page says
 * something else than the schema.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'] });
  const built = join(root, 'dist', 'core', 'config', 'configuration-document.js');
  const { configurationDocument } = await import(pathToFileURL(built).href);
  await mkdir(join(root, 'docs'), { recursive: true });
  await writeFile(join(root, 'docs', 'configuration.md'), configurationDocument());
} catch (error) {
  reportFailure(error);
}

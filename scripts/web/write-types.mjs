/**
 * Writes web/src/api/schema.d.ts, the types of the server's interface as the web app uses it, out of dist/openapi.json. Does
 * nothing where they are those of this description already.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../set-up.mjs';

const DESCRIPTION = join(root, 'dist', 'openapi.json');
const TYPES = join(root, 'web', 'src', 'api', 'schema.d.ts');

/** Writes them, unless they are current. */
export async function writeTypes() {
  const hash = createHash('sha256')
    .update(await readFile(DESCRIPTION))
    .digest('hex');
  const head = `// Made by scripts/web/write-types.mjs of ${hash}\n`;
  const there = await readFile(TYPES, 'utf8').catch(() => '');
  if (there.startsWith(head)) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  await writeFile(TYPES, head + astToString(await openapiTS(pathToFileURL(DESCRIPTION))));
}

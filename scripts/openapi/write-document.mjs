/**
 * Writes dist/openapi.json: every route of the built server, described by its decorators and by the types of its source.
 * Run by the build (scripts/set-up.mjs) once the server is compiled.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../set-up.mjs';
import { readDeclaredTypes } from './declared-types.mjs';

const { handlers, schemas, problems } = readDeclaredTypes(root);
const { describeApplication } = await import(
  pathToFileURL(join(root, 'dist/app/openapi/describe-application.js')).href
);

try {
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const document = describeApplication({ handlers, schemas, modules: await moduleSentences(handlers) });
  await writeFile(join(root, 'dist', 'openapi.json'), `${JSON.stringify(document, null, 1)}\n`);
} catch (error) {
  console.error(`${error.message}\n\nCONTRIBUTING.md, "How to describe a route", says how.`);
  process.exitCode = 1;
}

/** The first paragraph of each module's README: the question that it answers. */
async function moduleSentences(described) {
  const sentences = { server: 'Is the server alive, and where does one begin?' };
  for (const { module } of Object.values(described)) {
    if (module in sentences) continue;
    const readme = await readFile(join(root, 'src', 'modules', module, 'README.md'), 'utf8');
    const [, paragraph = ''] = readme.split(/\n\s*\n/);
    sentences[module] = paragraph.replace(/\s+/g, ' ').trim();
  }
  return sentences;
}

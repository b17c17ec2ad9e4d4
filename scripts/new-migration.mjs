/**
 * Starts a migration: npm run new-migration -- <verb-object>, for example `add-request-note`.
 *
 * Writes src/migrations/<epoch ms>-<verb-object>.ts and puts it at the end of src/migrations/all-migrations.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const words = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z0-9]+)+$/.test(words)) {
  console.error('usage: npm run new-migration -- <verb-object>, in kebab-case, for example add-request-note');
  process.exit(1);
}

const folder = fileURLToPath(new URL('../src/migrations/', import.meta.url));
const time = Date.now();
const className = `${words.replace(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase())}${time}`;
const fileName = `${time}-${words}`;

const listFile = `${folder}all-migrations.ts`;
const list = readFileSync(listFile, 'utf8');
const lastImport = list.lastIndexOf('import ');
const afterImports = list.indexOf('\n', lastImport) + 1;
const listed = /(export const migrations = \[)([^\]]*)(\] as const;)/;
if (lastImport < 0 || !listed.test(list)) {
  console.error(`${listFile} does not look as expected; nothing was written`);
  process.exit(1);
}

const source = `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What this changes, and why. Portable calls only: createTable, addColumn, createIndex, … */
export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    throw new Error(\`\${this.name} does not say yet what to do with \${runner.connection.options.type}\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    throw new Error(\`\${this.name} does not say yet how to undo it with \${runner.connection.options.type}\`);
  }
}
`;
const withImport = `${list.slice(0, afterImports)}import { ${className} } from './${fileName}.js';\n${list.slice(afterImports)}`;

const withEntry = withImport.replace(
  listed,
  (_, start, names, end) => `${start}${names.trimEnd().replace(/,$/, '')}, ${className}${end}`,
);
const style = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));
const { code } = await format(listFile, withEntry, { printWidth: style.printWidth, singleQuote: style.singleQuote });

writeFileSync(`${folder}${fileName}.ts`, source, { flag: 'wx' });
writeFileSync(listFile, code);
console.log(`src/migrations/${fileName}.ts is yours to fill in; it is listed in src/migrations/all-migrations.ts`);
console.log('Before it is merged, keep a database of the present state: see test/fixtures/databases/README.md');

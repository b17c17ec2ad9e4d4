import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bench, type BenchSetting } from '../bench.js';
import { unbudgeted } from '../measure/reading.js';
import { benchProgram } from '../stage/measured-process.js';

const MIB = 1024 * 1024;

const PARTS: readonly (readonly [what: string, imports: (root: string) => readonly string[]])[] = [
  ['rxjs, pino, axios', () => ['rxjs', 'pino', 'axios']],
  ['zod', () => ['zod']],
  ['class-validator, class-transformer', () => ['class-validator', 'class-transformer']],
  ['typeorm, sqlite3', () => ['reflect-metadata', 'sqlite3', 'typeorm']],
  ['NestJS, Express, passport', () => ['@nestjs/core', '@nestjs/platform-express', '@nestjs/schedule', 'passport']],
  ['code of our own', (root) => [pathToFileURL(join(root, 'dist', 'app', 'create-app.js')).href]],
];

/** What the memory of an idle server is made of: what it takes to load its parts, in this order. */
export const memoryParts: Bench = {
  name: 'memory-parts',
  async measure({ root, scale }: BenchSetting) {
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < scale.rounds; round += 1) rounds.push(await takenAfterEach(root));
    const names = ['bare Node', ...PARTS.map(([what]) => what)];
    return names.map((what, part) => ({
      ...unbudgeted(what, 'MiB'),
      measured: rounds.map((taken) => (taken[part] ?? 0) - (part === 0 ? 0 : (taken[part - 1] ?? 0))),
      floor: [],
    }));
  },
};

/** Resident memory before the first part and after each, in MiB. */
async function takenAfterEach(root: string): Promise<readonly number[]> {
  const parts = PARTS.map(([, imports]) => imports(root));
  const child = fork(benchProgram('floors/parts-program'), { env: { ...process.env, PARTS: JSON.stringify(parts) } });
  const [taken] = (await once(child, 'message')) as [readonly number[]];
  return taken.map((bytes) => bytes / MIB);
}

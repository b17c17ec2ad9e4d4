import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a program ended, and what it wrote on both of its streams. */
export interface Ran {
  readonly code: number;
  readonly said: string;
}

/** Runs a program of Node to its end, in an environment of these settings and no others. */
export async function runProgram(
  script: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Ran> {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

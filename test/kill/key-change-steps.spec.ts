import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/app/create-app.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { parseSecretKey } from '../../src/core/secrets/secret-key.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { openedBy, sealedValues } from '../harness/sealed-values.js';
import { startApp } from '../harness/start-app.js';
import { SpawnedProcess } from './spawned-process.js';

/** Each moment between two things that a change does, and whether the database has taken the new key by then. */
const MOMENTS = [
  { step: 'prepare', when: 'before', taken: false },
  { step: 'prepare', when: 'after', taken: false },
  { step: 'keep', when: 'before', taken: true },
  { step: 'keep', when: 'after', taken: true },
  { step: 'promote', when: 'before', taken: true },
  { step: 'promote', when: 'after', taken: true },
] as const;

let dataDir: string;
let before: Readonly<Record<string, string | null>>;

/** A household with a library, at rest, whose key lies in DATA_DIR. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'usher-keys-'));
  const app = await startApp({ dataDir, env: { SECRET_KEY: '' } });
  await app.connectRadarr(await app.setUpAdmin());
  await app.close();
  before = openedBy(boxOf(keyIn('secret.key')), await values());
  expect(Object.keys(before)).toHaveLength(2);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const values = () => sealedValues(join(dataDir, DATABASE_FILE));
const keyFiles = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('secret.key'));
const keyIn = (name: string): string => readFileSync(join(dataDir, name), 'utf8');
const boxOf = (text: string): SecretBox => new SecretBox(parseSecretKey(text) ?? Buffer.alloc(0), new SystemRandom());

async function change(dieAt?: object): Promise<SpawnedProcess> {
  const child = SpawnedProcess.spawn('key-change-process', { DATA_DIR: dataDir });
  await child.says('loaded');
  child.send({ dieAt });
  return child;
}

/** Starts the server, which proves its key, and stops it. */
async function startAndStop(): Promise<void> {
  const app = await startApp({ dataDir, env: { SECRET_KEY: '' } });
  await app.close();
}

/** The key in its place opens everything, as it was. */
async function isWhole(): Promise<void> {
  expect(openedBy(boxOf(keyIn('secret.key')), await values())).toEqual(before);
}

describe.each(MOMENTS)('security 26: a change of the key that is killed (SIGKILL) $when it does: $step', (moment) => {
  beforeEach(async () => {
    const child = await change(moment);
    await child.dies();
    const stored = await values();
    const openers = keyFiles().filter((name) => !Object.values(openedBy(boxOf(keyIn(name)), stored)).includes(null));
    expect(openers).not.toEqual([]);
  });

  it('the server starts, with everything that it had', async () => {
    const old = keyIn('secret.key');
    await startAndStop();
    await isWhole();
    expect(keyIn('secret.key') === old).toBe(!moment.taken || (moment.step === 'promote' && moment.when === 'after'));
  });

  it('another call ends it, and the server starts', async () => {
    const child = await change();
    await child.succeeds();
    await isWhole();
    expect(keyFiles()).not.toContain('secret.key.next');
    await startAndStop();
    await isWhole();
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseSettings } from '../../harness/database-settings.js';
import { ServerProcess } from '../../harness/server-process.js';

describe('the server from one bundled file', () => {
  const folders: string[] = [];
  const servers: ServerProcess[] = [];
  let bundled: string;
  let asBuilt: string;

  async function start(run: typeof ServerProcess.start): Promise<string> {
    const dataDir = mkdtempSync(join(tmpdir(), 'usher-bundled-'));
    folders.push(dataDir);
    const server = run({ DATA_DIR: dataDir, ...(await databaseSettings(dataDir)) });
    servers.push(server);
    return server.address();
  }

  beforeAll(async () => {
    bundled = await start(ServerProcess.start);
    asBuilt = await start(ServerProcess.startAsBuilt);
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('starts from that file indeed', () => expect(servers[0]?.stderr).toBe(''));

  it('answers the same bytes for the description and each file of the page that shows it', async () => {
    const page = await (await fetch(`${bundled}/api/docs`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
      ([, link = '']) => new URL(link, `${bundled}/api/docs`).href,
    );
    expect(files.length).toBeGreaterThan(1);
    for (const url of [`${bundled}/api/docs`, `${bundled}/api/openapi.json`, ...files]) {
      const [one, other] = await Promise.all([fetch(url), fetch(url.replace(bundled, asBuilt))]);
      expect([url, one.status]).toEqual([url, 200]);
      expect(await one.text()).toBe(await other.text());
    }
  });
});

describe('without a bundle that can be used', () => {
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'usher-without-bundle-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'main.js'), "console.log('from its modules');");
    cpSync(join(dist, 'start.js'), join(folder, 'start.js'));
    cpSync(join(dist, 'app', 'start'), join(folder, 'app', 'start'), { recursive: true });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'start.js'), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, said: stderr.split(':', 1).join('') };
  };

  it.each([
    ['is missing', undefined],
    ['can’t be compiled', 'const ='],
    ['fails as it is loaded', 'throw new Error("no")'],
    ['has no server', 'exports.programs = {}'],
  ])('that %s the server starts from its modules, and the image is not built', (_, source) => {
    if (source !== undefined) {
      mkdirSync(join(folder, 'bundle'), { recursive: true });
      writeFileSync(join(folder, 'bundle', 'programs.cjs'), source);
    }
    expect(run()).toEqual({
      status: 0,
      stdout: 'from its modules\n',
      said: 'The server starts from its modules, which takes longer',
    });
    expect(run('--keep-compiled')).toEqual({ status: 1, stdout: '', said: "The bundled server can't be loaded" });
  });
});

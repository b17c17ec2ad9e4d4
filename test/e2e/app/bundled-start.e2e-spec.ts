import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

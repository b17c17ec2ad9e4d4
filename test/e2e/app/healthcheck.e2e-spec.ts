import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { runProgram, type Ran } from '../../harness/run-program.js';
import { startApp } from '../../harness/start-app.js';

const CHECK = fileURLToPath(new URL('../../../dist/healthcheck.js', import.meta.url));

/** How the health check ends with these settings, and what it says to that. */
const check = (env: Readonly<Record<string, string>>): Promise<Ran> => runProgram(CHECK, env);

describe('the health check of the container', () => {
  it('doc3 §10: finds a server that is ready at the HOST, PORT and BASE_PATH that both are given', async () => {
    const settings = { HOST: '0.0.0.0', BASE_PATH: '/usher/' };
    const app = await startApp({ env: settings });
    const { port } = new URL(app.url);
    expect(await check({ ...settings, PORT: port })).toEqual({ code: 0, said: '' });
    expect(await check({ ...settings, PORT: port, BASE_PATH: '/elsewhere' })).toEqual({
      code: 1,
      said: 'not ready: /elsewhere/readyz is answered with 404\n',
    });
    await app.close();
  });

  it('fails where nothing listens', async () => {
    const nobody = await new FakeServer().start();
    await nobody.leave();
    expect(await check({ HOST: '127.0.0.1', PORT: String(nobody.port) })).toEqual({
      code: 1,
      said: expect.stringMatching(/^not ready: connect ECONNREFUSED 127\.0\.0\.1:\d+\n$/),
    });
    await nobody.stop();
  });

  it('fails with settings that no server starts with, and names them', async () => {
    expect(await check({ PORT: 'planted' })).toEqual({
      code: 1,
      said: "not ready: the configuration can't be used:\n  PORT: must be a whole number from 0 to 65535\n",
    });
  });
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppleTvHelper } from '../../src/clients/appletv/appletv-helper.js';
import type { HelperError } from '../../src/clients/appletv/helper-error.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { MovedClock } from '../harness/moved-clock.js';
import { HELPER, STUB } from './python-process.js';

const APP = 'com.firecore.infuse';
const LINK = 'infuse://movie/990101';
const box = { address: '10.0.0.40', identifier: 'AA:BB:CC:DD:EE:01' };
const paired = { ...box, credentials: Secret.of('c0ffee:c0ffee') };
const DEN = { name: 'Den', address: box.address, identifiers: { AirPlay: box.identifier, Companion: '5D797FD3' } };

describe('issue 25, the server’s client and the helper program', () => {
  let folder: string;
  let client: AppleTvHelper;

  /** The program as the server finds it: one executable, which brings what it needs along. */
  function household(script: object): void {
    writeFileSync(join(folder, 'script.json'), JSON.stringify({ boxes: [DEN], apps: { [APP]: 'Infuse' }, ...script }));
    const environment = `PYTHONPATH='${STUB}' PYATV_SCRIPT='${folder}/script.json' PYTHONDONTWRITEBYTECODE=1`;
    writeFileSync(join(folder, 'helper'), `#!/bin/sh\n${environment} exec python3 '${HELPER}'\n`);
    chmodSync(join(folder, 'helper'), 0o755);
  }

  const faultOf = (failing: Promise<unknown>): Promise<string> =>
    failing.then(
      () => 'none',
      (error: HelperError) => error.fault,
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'usher-setbox-'));
    household({});
    client = new AppleTvHelper({ command: join(folder, 'helper'), clock: new MovedClock() });
  });

  afterEach(async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('understand each other: version, discover, check, open', async () => {
    const calls = [
      client.version(),
      client.discover(),
      client.check(paired, APP),
      client.open(paired, { app: APP, url: LINK }),
    ];
    expect(await Promise.all(calls)).toEqual([
      { protocol: 1, library: 'pyatv', version: '0.18.0' },
      [{ name: 'Den', ...box, model: 'Apple TV 4K' }],
      { connected: true, installed: true },
      undefined,
    ]);
  });

  it('understand each other: a pairing', async () => {
    household({ pin: '0042', credentials: 'c0ffee:0042' });
    const pairing = await client.beginPairing(box);
    expect(pairing.device).toEqual({ name: 'Den', model: 'Apple TV 4K' });
    expect((await pairing.finish('0042')).reveal()).toBe('c0ffee:0042');
  });

  it('a wrong PIN ends the pairing', async () => {
    household({ pin: '0042' });
    const pairing = await client.beginPairing(box);
    expect(await faultOf(pairing.finish('4200'))).toBe('pin_wrong');
    expect(await faultOf(pairing.finish('0042'))).toBe('pairing_expired');
  });

  it.each([
    ['unreachable', { boxes: [] }],
    ['not_found', { boxes: [{ ...DEN, identifiers: { AirPlay: 'other', Companion: 'other' } }] }],
    ['auth_failed', { faults: { connect: { raise: 'AuthenticationError' } } }],
    ['busy', { faults: { connect: { raise: 'BackOffError' } } }],
    ['app_missing', { apps: {} }],
    ['unsupported', { version: '0.19.0' }],
    ['internal', { faults: { launch_app: { raise: 'ProtocolError' } } }],
  ])('%s arrives as such', async (code, script) => {
    household(script);
    expect(await faultOf(client.open(paired, { app: APP, url: LINK }))).toBe(code);
  });
});

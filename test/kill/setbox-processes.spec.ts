import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppleTvHelper } from '../../src/clients/appletv/appletv-helper.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemClock } from '../../src/core/time/clock.js';
import { FakeSetboxHelper } from '../fakes/appletv/fake-setbox-helper.js';
import { SpawnedProcess } from './spawned-process.js';

const LINK = { app: 'com.firecore.infuse', url: 'infuse://movie/990101' };

describe('a server that is killed while it speaks to set-top boxes', () => {
  let fake: FakeSetboxHelper;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
  });

  afterEach(() => fake.close());

  it.each([
    ['request', 'before a link is sent', []],
    ['answer', 'after a link was sent', [LINK.url]],
  ] as const)(
    'issue 25: takes its helpers along, and sends nothing twice: held at the %s, %s',
    async (point, _, sent) => {
      const { address, identifier } = fake.addBox();
      const box = { address: '10.0.0.41', identifier: 'attic', credentials: 'attic-credentials' };
      fake.addBox({ ...box, credentials: [box.credentials] });
      fake.hold('open', point);
      const server = SpawnedProcess.spawn('setbox-process', { PATH: process.env.PATH ?? '' });
      await server.says('loaded');
      server.send({ command: fake.command, pair: { address, identifier }, open: box });
      await server.says('pairing');
      await fake.arrived('open');
      await fake.hasOpened(sent.length);
      expect(fake.running()).toHaveLength(2);
      server.kill();
      await server.dies();
      await fake.quiet();
      expect(fake.opened().map(({ url }) => url)).toEqual(sent);
      fake.release('open', point);

      const next = new AppleTvHelper({ command: fake.command, clock: new SystemClock() });
      await next.open({ ...box, credentials: Secret.of(box.credentials) }, LINK);
      const pairing = await next.beginPairing({ address, identifier });
      expect((await pairing.finish('1234')).reveal()).toBe(fake.issued(identifier)[0]);
      expect(fake.opened().map(({ url }) => url)).toEqual([...sent, LINK.url]);
    },
  );
});

import { NzbgetClient } from '../../src/clients/nzbget/nzbget.client.js';
import { createLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { NzbgetFake } from '../fakes/nzbget/nzbget-fake.js';
import type { FakeFault } from '../fakes/fake-fault.js';
import { MovedClock } from './moved-clock.js';

const username = 'contröl';
const password = 'canary-nzb-pässword:x';

/** An NZBGet, and a client of it on a clock that a test moves. */
export class NzbgetFixture {
  readonly clock = new MovedClock();
  readonly fake = new NzbgetFake({ username, password });
  /** What was logged. */
  readonly lines: string[] = [];
  /** What must be in no line and no error: password, user, both as they are sent, and the address. */
  readonly secrets = [password, username, Buffer.from(`${username}:${password}`).toString('base64'), '127.0.0.1'];

  static async start(): Promise<NzbgetFixture> {
    const fixture = new NzbgetFixture();
    await fixture.fake.start();
    return fixture;
  }

  /** A client with the right password at the right address, where nothing else is said. */
  client(other: { readonly password?: string; readonly url?: string } = {}): NzbgetClient {
    const { clock, fake, lines } = this;
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: 'debug', format: 'json', clock, destination });
    const secret = Secret.of(other.password ?? password);
    return new NzbgetClient({ url: other.url ?? fake.url, username, password: secret, clock, log });
  }
}

/** A fault as NZBGet writes it. */
export const nzbgetFault = (code: number): FakeFault => ({
  body: { version: '1.1', error: { name: 'JSONRPCError', code, message: 'canary' } },
});

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/**
 * Keeps a port of 127.0.0.1 from others while nobody listens on it, so that no other test is given it: a caller who dials it is
 * refused, as where no program is. A connection from it to elsewhere is what keeps it.
 */
export class HeldPort {
  private constructor(
    private readonly held: Socket,
    private readonly elsewhere: Server,
  ) {}

  /** @throws Error when somebody has it already */
  static async hold(localPort: number): Promise<HeldPort> {
    const elsewhere = createServer((socket) => socket.on('error', () => socket.destroy()));
    await once(elsewhere.listen(0, HOST), 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const held = connect({ host: HOST, port, localAddress: HOST, localPort });
    await once(held, 'connect');
    return new HeldPort(held, elsewhere);
  }

  /** The port is free for anyone who wants it. */
  async letGo(): Promise<void> {
    this.held.resetAndDestroy();
    await new Promise((closed) => this.elsewhere.close(closed));
  }
}

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire before a server. What passes on it is as it was; the answer to one call can be held in its midst, and cut. */
export class HeldWire {
  /** The heads of the calls to `held`, in order. */
  readonly heads: string[] = [];
  private cutHeld: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  /**
   * @param port of the server, on this machine
   * @param held begins the target of the call whose first answer is held
   * @param bytes of it that pass, and a little more
   */
  static async before(port: number, held: RegExp, bytes: number): Promise<HeldWire> {
    const sockets = new Set<Socket>();
    const server = createServer();
    const wire = new HeldWire(server, sockets);
    server.on('connection', (near) => wire.join(near, connect(port, '127.0.0.1'), held, bytes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends the connection whose answer is held, as a network does that is gone. */
  cut(): void {
    this.cutHeld();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket, far: Socket, held: RegExp, bytes: number): void {
    let left = Infinity;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    near.on('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1');
      if (held.test(head)) {
        if (this.heads.length === 0) {
          left = bytes;
          this.cutHeld = () => near.destroy();
        }
        this.heads.push(head);
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      near.write(chunk);
      left -= chunk.length;
      if (left <= 0) far.pause();
    });
  }
}

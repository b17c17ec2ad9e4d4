import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire before a server. What passes on it is as it was, but the last byte of a request can be kept back. */
export class RequestWire {
  private readonly sockets = new Set<Socket>();
  private kept: (() => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly behind: number,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** @param port of the server, on this machine */
  static async before(port: number): Promise<RequestWire> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RequestWire(server, port);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when the next request has been sent. All of it has arrived then but its last byte, which never does. */
  keepBack(): Promise<void> {
    return new Promise((resolve) => (this.kept = resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    const far = connect(this.behind, '127.0.0.1');
    const held: Buffer[] = [];
    near.on('data', (chunk: Buffer) => {
      const { kept } = this;
      if (!kept) return void far.write(chunk);
      held.push(chunk);
      const request = Buffer.concat(held);
      if (!isWhole(request)) return;
      far.write(request.subarray(0, -1));
      this.kept = undefined;
      kept();
    });
    far.on('data', (chunk: Buffer) => near.write(chunk));
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
  }
}

/** Has a request with a body of a known length been sent to its end? */
function isWhole(bytes: Buffer): boolean {
  const head = bytes.indexOf('\r\n\r\n');
  const length = /^content-length: *(\d+)/im.exec(bytes.subarray(0, head).toString('latin1'))?.[1];
  return head >= 0 && bytes.length >= head + 4 + Number(length);
}

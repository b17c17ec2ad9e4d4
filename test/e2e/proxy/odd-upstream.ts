import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Writes what no HTTP server writes. It's called once for each request that arrives, with the request's head. */
export type Script = (socket: Socket, head: string) => void;

/** A server that answers by a script, byte for byte. */
export class OddUpstream {
  /** The heads of all requests so far. */
  readonly heads: string[] = [];
  script: Script = (socket) => socket.destroy();
  private readonly arrivals: (() => void)[] = [];
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  async start(): Promise<this> {
    const server = createServer((socket) => this.serve(socket));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    this.server = server;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${((this.server?.address() ?? {}) as AddressInfo).port}`;
  }

  /** Answers every request with these bytes, and closes where it says so. */
  answers(head: string, body: Buffer | string = '', end = true): void {
    const bytes = Buffer.concat([Buffer.from(`HTTP/1.1 ${head.replaceAll('\n', '\r\n')}\r\n\r\n`), Buffer.from(body)]);
    this.script = (socket) => (end ? socket.end(bytes) : socket.write(bytes));
  }

  /** Resolves when the next connection has been closed, by whomever. */
  nextClose(): Promise<void> {
    return new Promise((closed) => {
      for (const socket of this.sockets) socket.once('close', () => closed());
      this.server?.once('connection', (socket: Socket) => socket.once('close', () => closed()));
    });
  }

  /** Resolves when somebody has connected, whatever they send. */
  nextConnection(): Promise<void> {
    return new Promise((connected) => this.server?.once('connection', () => connected()));
  }

  /** Resolves when the next request has been answered by the script. */
  nextArrival(): Promise<void> {
    return new Promise((arrived) => this.arrivals.push(arrived));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server?.close(closed));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket)).on('error', () => socket.destroy());
    let head = '';
    socket.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const request = head;
      head = '';
      this.heads.push(request);
      this.script(socket, request);
      for (const arrived of this.arrivals.splice(0)) arrived();
    });
  }
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A tunnel that was asked for. */
interface AskedTunnel {
  /** Host and port. */
  readonly target: string;
  /** The Proxy-Authorization header. */
  readonly authorization?: string;
}

/** How the proxy treats those who ask for a tunnel; without anything it opens one. */
type Refusal = number | 'silence' | 'cut' | 'garbage';

/**
 * An HTTP proxy that opens tunnels, as RFC 9110 section 9.3.6 has it. It forwards nothing that is no CONNECT, and leads to
 * this machine alone: from another target it answers 502, since no test dials the world, unless a port here stands for it.
 */
export class ProxyFake {
  private readonly sockets = new Set<Duplex>();
  private readonly asked: AskedTunnel[] = [];
  private readonly ports = new Map<string, number>();
  private readonly server: Server;
  private refusal: Refusal | undefined;
  private arrived: () => void = () => undefined;

  /** @param credentials `name:password` that it asks for */
  constructor(private readonly credentials?: string) {
    this.server = createServer((_request, response) => response.writeHead(501).end());
    this.server.on('connect', (request, socket) => this.serve(request, socket));
    this.server.on('connection', (socket) => this.keep(socket));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Every tunnel that was asked for, in order. */
  tunnels(): readonly AskedTunnel[] {
    return this.asked;
  }

  /** Connections that stand at this moment, its own to targets included. */
  get open(): number {
    return this.sockets.size;
  }

  /** @param refusal nothing where tunnels are opened again */
  refuse(refusal?: Refusal): void {
    this.refusal = refusal;
  }

  /** From now on a port of this machine stands for a host, whatever port of it is asked for. */
  standFor(host: string, port: number): void {
    this.ports.set(host, port);
  }

  /** Resolves when the last connection is closed. */
  async quiet(): Promise<void> {
    await Promise.all([...this.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  /** Resolves when a tunnel is asked for the next time. */
  nextTunnel(): Promise<void> {
    return new Promise((resolve) => (this.arrived = resolve));
  }

  private serve({ url = '', headers }: IncomingMessage, socket: Duplex): void {
    const authorization = headers['proxy-authorization'];
    this.asked.push({ target: url, authorization });
    this.arrived();
    // Sockets of an HTTP server stay half open: it goes when the other side has gone.
    if (this.refusal === 'silence') return void socket.once('end', () => socket.destroy()).resume();
    if (this.refusal === 'cut') return void socket.destroy();
    if (this.refusal === 'garbage') return void socket.end('hello\r\n\r\n');
    const wanted = this.credentials && `Basic ${Buffer.from(this.credentials).toString('base64')}`;
    const { hostname, port } = new URL(`http://${url}`);
    const isNear = this.ports.has(hostname) || ['127.0.0.1', 'localhost'].includes(hostname);
    const status = this.refusal ?? (wanted !== undefined && authorization !== wanted ? 407 : isNear ? 200 : 502);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\n{}`);
    const [host, at] = this.ports.has(hostname) ? ['127.0.0.1', this.ports.get(hostname)] : [hostname, port];
    const target = this.keep(connect(Number(at), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n')));
    target.pipe(socket).pipe(target);
  }

  private keep<T extends Duplex>(socket: T): T {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }
}

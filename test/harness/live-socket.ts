import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { Frame } from '../../src/modules/realtime/sessions/live-sessions.service.js';
import { manualPromise } from './manual-promise.js';
import type { MovedClock } from './moved-clock.js';
import type { PlantedSecrets } from './planted-secrets.js';

/** What a server answers to a handshake: 101, or why not. */
export interface HandshakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** How the server ended a connection; 1006 when it was cut without a word. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** Less than lies between a ping of the server and the moment at which it has waited too long for the answer. */
const STEP_MS = 5_000;

interface SocketOptions extends Pick<ClientOptions, 'headers' | 'autoPong'> {
  /** The address of the application. */
  readonly url: string;
  readonly secrets: PlantedSecrets;
  readonly token: string | undefined;
  /** In place of `Bearer` and the token. */
  readonly protocols?: readonly string[];
  readonly path?: string;
}

/** A client of the WebSocket, as anybody could write one. Every frame is searched for planted secrets. */
export class LiveSocket {
  readonly closed: Promise<Closed>;
  private readonly frames: Frame[] = [];
  private wakeUp = (): void => undefined;
  /** The subprotocol that the server has chosen. */
  readonly protocol: string;

  private constructor(
    readonly socket: WebSocket,
    private readonly secrets: PlantedSecrets,
  ) {
    this.protocol = socket.protocol;
    socket.on('message', (data, isBinary) => this.received((data as Buffer).toString('utf8'), isBinary));
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString('utf8') });
        this.wakeUp();
      });
    });
  }

  /** @throws Error with the answer, when the handshake is refused */
  static async open(options: SocketOptions): Promise<LiveSocket> {
    let live: LiveSocket | undefined;
    // At once: the first frame may have come with the answer to the handshake.
    const { answer } = await knock(options, (socket) => (live = new LiveSocket(socket, options.secrets)));
    if (!live) throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return live;
  }

  /** The next frame that has come, or comes. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.frames.shift();
      if (frame) return frame;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection ended before another frame');
      const { promise, resolve } = manualPromise();
      this.wakeUp = resolve;
      await promise;
    }
  }

  /** The next frame of this type; those before it are passed over. */
  async nextOf(type: string): Promise<Frame> {
    for (;;) {
      const frame = await this.next();
      if (frame.type === type) return frame;
    }
  }

  /** Everything that came before the next frame of this type, and not that one. */
  async before(type: string): Promise<readonly Frame[]> {
    const earlier: Frame[] = [];
    for (let frame = await this.next(); frame.type !== type; frame = await this.next()) earlier.push(frame);
    return earlier;
  }

  /** Moves the time forward by `ms`, in steps, and has the server read the answer to each of its pings. */
  async outlast(clock: MovedClock, ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await clock.advance(Math.min(left, STEP_MS));
      // By the first answer the server's ping has come and was answered; by the second, the server has read that.
      for (let turn = 0; turn < 2; turn += 1) await this.answered();
    }
  }

  /** Ends the connection in order. */
  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  /** Resolves when the server has answered a ping. */
  private async answered(): Promise<void> {
    const cut = this.closed.then(() => Promise.reject(new Error('the connection ended before a pong')));
    const pong = once(this.socket, 'pong');
    this.socket.ping();
    await Promise.race([pong, cut]);
  }

  private received(text: string, isBinary: boolean): void {
    this.secrets.assertNotInAnswer('a frame', text);
    if (isBinary) throw new Error('a frame is no text');
    this.frames.push(JSON.parse(text) as Frame);
    this.wakeUp();
  }
}

/** Knocks, and leaves again when let in. */
export async function handshake(options: SocketOptions): Promise<HandshakeAnswer> {
  const { socket, answer } = await knock(options);
  socket.terminate();
  return answer;
}

function knock(
  options: SocketOptions,
  opened: (socket: WebSocket) => void = () => undefined,
): Promise<{ readonly socket: WebSocket; readonly answer: HandshakeAnswer }> {
  const { url, secrets, token, path = '/api/ws', headers, autoPong = true } = options;
  const protocols = options.protocols ?? (token === undefined ? [] : ['Bearer', token]);
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, [...protocols], { headers, autoPong });
  // A refused handshake ends the socket with an error too; what was answered says more.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    let upgraded: Readonly<Record<string, unknown>> = {};
    socket.once('upgrade', (response) => (upgraded = response.headers));
    socket.once('open', () => {
      opened(socket);
      resolve({ socket, answer: { status: 101, headers: upgraded, body: undefined } });
    });
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString('utf8')));
      response.on('end', () => {
        secrets.assertNotInAnswer('a refused handshake', text + JSON.stringify(response.headers));
        const { statusCode = 0, headers } = response;
        resolve({ socket, answer: { status: statusCode, headers, body: JSON.parse(text) as unknown } });
      });
      response.on('error', reject);
    });
    socket.once('close', (code) => reject(new Error(`the handshake was cut: ${code}`)));
  });
}

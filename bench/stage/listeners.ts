import { once } from 'node:events';
import WebSocket from 'ws';
import { BenchFailure } from '../bench.js';

/** How long a frame may take to reach everybody, in milliseconds, before the benchmark gives up. */
const PATIENCE_MS = 10_000;

/** WebSockets that are open side by side and count their frames. */
export class Listeners {
  private heard = 0;
  private waiting: { readonly frames: number; readonly done: () => void } | undefined;

  private constructor(private readonly sockets: readonly WebSocket[]) {
    for (const socket of sockets) socket.on('message', () => this.count());
  }

  /** Opens a session for each of these tokens. */
  static async open(url: string, tokens: readonly string[]): Promise<Listeners> {
    const sockets: WebSocket[] = [];
    for (const token of tokens) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, ['Bearer', token]);
      await once(socket, 'open');
      sockets.push(socket);
    }
    return new Listeners(sockets);
  }

  /** Causes a change that the server sends to everybody, and resolves when each session has received it once. */
  async allHear(cause: () => Promise<unknown>): Promise<void> {
    this.heard = 0;
    const everybody = new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(
        () => reject(new BenchFailure(`Only ${this.heard} of ${this.sockets.length} sessions were reached.`)),
        PATIENCE_MS,
      );
      const done = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      this.waiting = { frames: this.sockets.length, done };
    });
    await Promise.all([cause(), everybody]);
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private count(): void {
    this.heard += 1;
    if (this.heard === this.waiting?.frames) this.waiting.done();
  }
}

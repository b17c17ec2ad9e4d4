/** The members of a WebSocket that a connection uses. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'readyState' | 'close'>;

/** What a connection needs, and whom it tells. */
export interface ConnectionParts {
  /** Begins a handshake as the account that is signed in; undefined where that can't be done for now. */
  readonly connect: () => Promise<Socket | undefined>;
  readonly received: (message: unknown) => void;
  readonly opened: () => void;
  /** It is down. `code` is that of the close frame; undefined where it never was open. */
  readonly lost: (code: number | undefined) => void;
  /** 0 to 1. */
  readonly random: () => number;
}

/** How long until the next attempt, in seconds. Source: doc 3 section 6, Client reconnect. */
const BACK_OFF_S = [1, 2, 4, 8, 16, 30] as const;

/** A connection that ends sooner than this was no success: the next attempt waits longer. */
const LASTING_MS = 10_000;

/** `WebSocket.CONNECTING` */
const CONNECTING = 0;

/** One socket, which is opened again whenever it is lost, until it isn't wanted any more. */
export class LiveConnection {
  private isWanted = false;
  /** Counts the attempts of all times: what an earlier one still says concerns nobody. */
  private turn = 0;
  private failures = 0;
  private socket: Socket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: ConnectionParts) {}

  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.failures = 0;
    void this.open();
  }

  /** Nothing is heard of it any more. */
  stop(): void {
    this.isWanted = false;
    this.drop();
  }

  /** Connects now, where the next attempt would come later. */
  hurry(): void {
    if (!this.isWanted || this.timer === undefined) return;
    this.failures = 0;
    void this.open();
  }

  /** Gives up the socket, which may be dead without knowing it, and opens another one. */
  replace(): void {
    if (!this.isWanted) return;
    const wasOpen = this.socket !== undefined;
    this.drop();
    if (wasOpen) this.parts.lost(undefined);
    this.failures = 0;
    void this.open();
  }

  private drop(): void {
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.socket) quietly(this.socket);
    this.socket = undefined;
  }

  private async open(): Promise<void> {
    this.drop();
    const { turn } = this;
    const socket = await this.parts.connect().catch(() => undefined);
    if (turn !== this.turn) {
      if (socket) quietly(socket);
      return;
    }
    if (!socket) {
      this.tryLater();
      return;
    }
    this.socket = socket;
    let openedAt: number | undefined;
    socket.onopen = () => {
      openedAt = Date.now();
      this.parts.opened();
    };
    socket.onmessage = ({ data }) => this.parts.received(data);
    socket.onclose = ({ code }) => {
      this.socket = undefined;
      if (openedAt !== undefined && Date.now() - openedAt >= LASTING_MS) this.failures = 0;
      this.tryLater();
      this.parts.lost(openedAt === undefined ? undefined : code);
    };
  }

  private tryLater(): void {
    const wait = retryDelay(this.failures, this.parts.random());
    this.failures += 1;
    this.timer = setTimeout(() => void this.open(), wait);
  }
}

/**
 * How long to wait after so many failures, in milliseconds: up to half more or less than the table says, so that after a
 * restart of the server not everybody comes at once.
 */
export function retryDelay(failures: number, random: number): number {
  const seconds = BACK_OFF_S[Math.min(failures, BACK_OFF_S.length - 1)] ?? 30;
  return Math.round(seconds * 1000 * (0.5 + random));
}

/** Closes it and listens no more. One whose handshake is under way is closed by its opening: to break it off is a complaint. */
function quietly(socket: Socket): void {
  socket.onmessage = null;
  socket.onclose = null;
  socket.onopen = () => socket.close();
  if (socket.readyState !== CONNECTING) socket.close();
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readCall, sendAnswer, type FakeAnswer, type FakeRequest, type RecordedCall } from './fake-exchange.js';
import { sendFault, type FakeFault } from './fake-fault.js';
import { HeldPort } from './held-port.js';

export type { FakeAnswer, FakeFault, FakeRequest, RecordedCall };

export type FakeHandler = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

interface Route {
  readonly key: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: FakeHandler;
}

interface PlannedFault {
  readonly key: string;
  readonly fault: FakeFault;
  left: number;
}

interface Happening {
  readonly isMeant: (call: RecordedCall) => boolean;
  readonly work: () => Promise<unknown>;
}

interface Arrival {
  readonly key: string;
  readonly seen: (call: RecordedCall) => void;
}

/** An outside system played over real HTTP on 127.0.0.1: a table of routes, a log of calls, scripted faults. */
export class FakeServer {
  private routes: Route[] = [];
  private firstRoutes: readonly Route[] | undefined;
  private readonly received: RecordedCall[] = [];
  private faults: PlannedFault[] = [];
  private arrivals: Arrival[] = [];
  private happenings: Happening[] = [];
  private server: Server | undefined;
  private listeningOn = 0;
  private keptPort: HeldPort | undefined;

  /** Opens the port: a free one, or the given one (to come back on the address it had). */
  async start(port = 0): Promise<this> {
    await this.letPortGo();
    this.firstRoutes ??= [...this.routes];
    const server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    this.server = server;
    this.listeningOn = (server.address() as AddressInfo).port;
    return this;
  }

  /** As {@link stop}, and nobody else is given the port: calls are refused until `start(fake.port)` brings it back. */
  async leave(): Promise<void> {
    await this.stop();
    this.keptPort = await HeldPort.hold(this.port);
  }

  /** Cuts all connections and closes the port. The state stays. */
  async stop(): Promise<void> {
    await this.letPortGo();
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  /** The port of the last start. */
  get port(): number {
    return this.listeningOn;
  }

  /** Base address without a trailing slash. It keeps its value after a stop. */
  get url(): string {
    return `http://127.0.0.1:${this.listeningOn}`;
  }

  /**
   * Adds a route, or replaces the one of the same key.
   *
   * @param key method and path, `GET /api/v3/movie/:id`; a part that begins with a colon matches one path segment
   */
  route(key: string, handler: FakeHandler): void {
    const [method = '', path = ''] = key.split(' ');
    const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const known = this.routes.findIndex((route) => route.key === key);
    const route: Route = { key, method, pattern: new RegExp(`^${source}$`), handler };
    if (known >= 0) this.routes[known] = route;
    else this.routes.push(route);
  }

  /**
   * Makes the next calls of a route fail. Faults of one route are used up in the order they were planned.
   *
   * @param key as given to `route`, or the same with the concrete path of a call
   * @param times how many calls; Infinity until `recover`
   */
  fail(key: string, fault: FakeFault, times = 1): void {
    this.faults.push({ key, fault, left: times });
  }

  /** Forgets all planned faults. */
  recover(): void {
    this.faults = [];
  }

  /** Forgets what a test has done to it since it was first started: faults, calls, routes. What was given stays. */
  startOver(): void {
    this.recover();
    this.forgetCalls();
    this.arrivals = [];
    this.happenings = [];
    if (this.firstRoutes) this.routes = [...this.firstRoutes];
  }

  /** The calls so far; only those of a route (its key, or method and concrete path) where one is named. */
  calls(key?: string): readonly RecordedCall[] {
    return key === undefined ? [...this.received] : this.received.filter((call) => this.keysOf(call).includes(key));
  }

  /** Empties the log of calls. */
  forgetCalls(): void {
    this.received.length = 0;
  }

  /** Resolves with the next call of a route, as soon as it has arrived in full and before it is answered. */
  nextCall(key: string): Promise<RecordedCall> {
    return new Promise((seen) => this.arrivals.push({ key, seen }));
  }

  /** Resolves as soon as so many calls of a route have arrived, those included that came before. */
  async arrived(key: string, count: number): Promise<void> {
    while (this.calls(key).length < count) await this.nextCall(key);
  }

  /**
   * Has this happen once the next call of a route has arrived, before it is answered.
   *
   * @param which the route, or what tells the calls that are meant, for systems that have one address for all
   */
  meanwhile(which: string | ((call: RecordedCall) => boolean), work: () => Promise<unknown>): void {
    const isMeant = typeof which === 'string' ? (call: RecordedCall) => this.keysOf(call).includes(which) : which;
    this.happenings.push({ isMeant, work });
  }

  /** What is before every handler: an answer to give instead (a refused key), or nothing. */
  protected gate(_request: FakeRequest): FakeAnswer | undefined {
    return undefined;
  }

  /**
   * The path by which a call is routed, and named: for systems that serve the same under more than one prefix, and for
   * those that name what is asked for in the query or the body.
   */
  protected routedPath({ path }: RecordedCall): string {
    return path;
  }

  /** Headers that every answer carries. */
  protected commonHeaders(): Readonly<Record<string, string>> {
    return {};
  }

  /** An answer as the system really writes it. Scripted faults are sent as they are. */
  protected written(answer: FakeAnswer): FakeAnswer {
    return answer;
  }

  /** The answer where no route fits. */
  protected unknownRoute(): FakeAnswer {
    return { status: 404, body: { message: 'NotFound' } };
  }

  private async letPortGo(): Promise<void> {
    const { keptPort } = this;
    this.keptPort = undefined;
    await keptPort?.letGo();
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(incoming);
    this.received.push(call);
    this.announce(call);
    const route = this.routeOf(call);
    const params = route?.pattern.exec(this.routedPath(call))?.groups ?? {};
    const request: FakeRequest = { ...call, params: decodeAll(params) };
    const handle = async (): Promise<FakeAnswer> => {
      const answer = this.written(this.gate(request) ?? (route ? await route.handler(request) : this.unknownRoute()));
      return { ...answer, headers: { ...this.commonHeaders(), ...answer.headers } };
    };
    const fault = this.takeFault(call);
    const happenings = this.takeHappenings(call);
    for (const { work } of happenings) await work();
    if (fault === undefined) sendAnswer(response, await handle());
    else await sendFault(response, fault, handle);
  }

  private takeHappenings(call: RecordedCall): readonly Happening[] {
    const due = this.happenings.filter(({ isMeant }) => isMeant(call));
    this.happenings = this.happenings.filter((each) => !due.includes(each));
    return due;
  }

  private announce(call: RecordedCall): void {
    const keys = this.keysOf(call);
    const heard = this.arrivals.filter((arrival) => keys.includes(arrival.key));
    this.arrivals = this.arrivals.filter((arrival) => !heard.includes(arrival));
    for (const arrival of heard) arrival.seen(call);
  }

  private takeFault(call: RecordedCall): FakeFault | undefined {
    const keys = this.keysOf(call);
    const planned = this.faults.find((fault) => fault.left > 0 && keys.includes(fault.key));
    if (!planned) return undefined;
    planned.left -= 1;
    return planned.fault;
  }

  private keysOf(call: RecordedCall): readonly string[] {
    const route = this.routeOf(call);
    return [`${call.method} ${this.routedPath(call)}`, ...(route ? [route.key] : [])];
  }

  /** A route without parameters wins over one with, whatever the order they were added in. */
  private routeOf(call: RecordedCall): Route | undefined {
    const path = this.routedPath(call);
    const fitting = this.routes.filter((route) => route.method === call.method && route.pattern.test(path));
    return fitting.find((route) => !route.key.includes(':')) ?? fitting[0];
  }
}

function decodeAll(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
}

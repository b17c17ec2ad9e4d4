import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputSource, RemotePage } from './remote-page.js';

/** Debian's package webkit2gtk-driver has the driver; the browser lies where its library does. */
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';
const BROWSERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

const AGAIN_MS = 50;
const TRIES = 400;

/** A page of a WebKit of its own, by W3C WebDriver, on a screen that nobody sees. */
export class WebkitPage implements RemotePage {
  private session = '';

  private constructor(
    private readonly driver: string,
    private readonly end: () => Promise<void>,
  ) {}

  /** @param width in pixels, as height */
  static async start({ width, height }: { readonly width: number; readonly height: number }): Promise<WebkitPage> {
    const home = mkdtempSync(join(tmpdir(), 'usher-webkit-'));
    const { screen, display } = await startScreen(width, height + 100);
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_CACHE_HOME: home,
      LANG: 'C.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { stdio: 'ignore', detached: true, env });
    const page = new WebkitPage(`http://127.0.0.1:${port}`, async () => {
      await Promise.all([ended(driver), ended(screen)]);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    });
    try {
      await page.begin(width, height);
      return page;
    } catch (fault) {
      await page.end();
      throw fault;
    }
  }

  async open(url: string): Promise<void> {
    await this.call('POST', '/url', { url });
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `return (async () => JSON.stringify(await (${expression})))()`;
    const text = (await this.call('POST', '/execute/sync', { script, args: [] })) as string | null;
    return text === null ? undefined : JSON.parse(text);
  }

  async perform(sources: readonly InputSource[]): Promise<void> {
    await this.call('POST', '/actions', { actions: sources });
  }

  async picture(): Promise<Buffer> {
    return Buffer.from((await this.call('GET', '/screenshot')) as string, 'base64');
  }

  async close(): Promise<void> {
    await this.call('DELETE', '').catch(() => undefined);
    await this.end();
  }

  private async begin(width: number, height: number): Promise<void> {
    const binary = BROWSERS.find((path) => existsSync(path));
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation', '--full-screen'] } };
    for (let tries = 1; ; tries += 1) {
      try {
        const { sessionId } = (await this.ask('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
          sessionId: string;
        };
        this.session = `/session/${sessionId}`;
        break;
      } catch (fault) {
        // It doesn't listen yet.
        if (tries === TRIES || !(fault instanceof TypeError)) throw fault;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
    await this.call('POST', '/window/rect', { x: 0, y: 0, width, height });
  }

  private call(method: string, path: string, body?: object): Promise<unknown> {
    return this.ask(method, `${this.session}${path}`, body);
  }

  private async ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.driver}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  }
}

/** The server chooses a screen that is free, and says which. */
async function startScreen(width: number, height: number): Promise<{ screen: ChildProcess; display: string }> {
  const options = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  const screen = spawn(XVFB, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const said = screen.stdio[3];
  if (!said || !('on' in said)) throw new Error('Xvfb has nothing to say');
  const number = await new Promise<string>((resolve, reject) => {
    said.once('data', (data: Buffer) => resolve(data.toString().trim()));
    screen.once('exit', () => reject(new Error('Xvfb didn’t start')));
  });
  return { screen, display: `:${number}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** With everything that it has started. */
async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.pid === undefined) return;
  const isOver = new Promise((resolve) => program.once('exit', resolve));
  process.kill(-program.pid, 'SIGKILL');
  await isOver;
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { InputSource, RemotePage } from './remote-page.js';

/** Debian's. */
export const FIREFOX = '/usr/bin/firefox-esr';

/** It stays at home, and shows no pages of its own. */
const PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.serviceWorkers.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** A page of a Firefox of its own, by WebDriver BiDi. */
export class FirefoxPage implements RemotePage {
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (fault: Error) => void }>();
  private last = 0;
  private context = '';

  private constructor(
    private readonly socket: WebSocket,
    private readonly end: () => Promise<void>,
  ) {
    socket.on('message', (data: Buffer) => this.take(JSON.parse(data.toString()) as Answer));
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox has gone'));
    });
  }

  /** @param width in pixels, as height */
  static async start({ width, height }: { readonly width: number; readonly height: number }): Promise<FirefoxPage> {
    const profile = mkdtempSync(join(tmpdir(), 'usher-firefox-'));
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
    const firefox = spawn(FIREFOX, options, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const isOver = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
    const end = async (): Promise<void> => {
      firefox.kill('SIGKILL');
      await isOver;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      firefox.stderr.on('data', (data: Buffer) => {
        said += data.toString();
        const [, found] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      void isOver.then(() => reject(new Error(`Firefox didn’t start: ${said}`)));
    });
    const socket = new WebSocket(`${address}/session`, { maxPayload: 64 * 1024 * 1024 });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const page = new FirefoxPage(socket, end);
    await page.begin(width, height);
    return page;
  }

  async open(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  async evaluate(expression: string): Promise<unknown> {
    const asked = {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.context },
      awaitPromise: true,
    };
    const answer = (await this.send('script.evaluate', asked)) as {
      readonly type: string;
      readonly result?: { readonly value?: string };
      readonly exceptionDetails?: { readonly text: string };
    };
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text);
    const { value } = answer.result ?? {};
    return value === undefined ? undefined : JSON.parse(value);
  }

  async perform(sources: readonly InputSource[]): Promise<void> {
    await this.send('input.performActions', { context: this.context, actions: sources });
  }

  async picture(): Promise<Buffer> {
    const { data } = (await this.send('browsingContext.captureScreenshot', { context: this.context })) as {
      data: string;
    };
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.end();
  }

  private async begin(width: number, height: number): Promise<void> {
    await this.send('session.new', { capabilities: {} });
    const { contexts } = (await this.send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    this.context = contexts[0]?.context ?? '';
    await this.send('browsingContext.setViewport', { context: this.context, viewport: { width, height } });
  }

  private send(method: string, params: object): Promise<unknown> {
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  private take({ id = 0, type, result, error, message }: Answer): void {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    if (type === 'success') asker?.resolve(result);
    else asker?.reject(new Error(`${error}: ${message}`));
  }
}

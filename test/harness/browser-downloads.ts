import type { BrowserContext, Page } from 'playwright-core';

/** How Chromium calls the states of a download. Source: chrome://downloads, `data.state` of an item. */
type DownloadState = 'loading' | 'complete' | 'paused' | 'other';

const STATES: Readonly<Record<number, DownloadState>> = { 0: 'loading', 2: 'complete', 3: 'paused' };

/** Finds the newest download on the page of them. */
const NEWEST = `document.querySelector('downloads-manager').shadowRoot.querySelector('downloads-item')`;

/** The page on which people see, pause and resume what their browser downloads. */
export class BrowserDownloads {
  private constructor(private readonly page: Page) {}

  static async open(context: BrowserContext): Promise<BrowserDownloads> {
    const page = await context.newPage();
    await page.goto('chrome://downloads');
    await page.waitForFunction(`${NEWEST}?.data !== undefined`);
    return new BrowserDownloads(page);
  }

  /** What it says of the newest. */
  async state(): Promise<DownloadState> {
    return STATES[await this.page.evaluate<number>(`${NEWEST}.data.state`)] ?? 'other';
  }

  /** Presses Pause of the newest, or Resume of a paused one. */
  async pauseOrResume(): Promise<void> {
    await this.page.evaluate(`${NEWEST}.shadowRoot.querySelector('#pause-or-resume').click()`);
  }
}

import { describe, expect, it } from 'vitest';
import { installAdvice } from './install-advice.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const HEADLESS = CHROME.replace('Chrome/', 'HeadlessChrome/');
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1';
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

const facts = { isInstalled: false, isSecure: true, canAsk: false, userAgent: CHROME };

describe('design §1: how to install the app, or what is missing', () => {
  it.each([
    ['the installed app itself', { isInstalled: true, canAsk: true }, 'installed'],
    ['plain HTTP, whatever the browser is', { isSecure: false, userAgent: IPHONE }, 'needs-https'],
    ['a browser that can ask', { canAsk: true }, 'button'],
    ['one that hasn’t said so', {}, 'browser-menu'],
    ['Chromium without a window', { userAgent: HEADLESS }, 'browser-menu'],
    ['an iPhone, in any browser', { userAgent: IPHONE }, 'share-menu'],
    ['Safari on a Mac', { userAgent: MAC_SAFARI }, 'share-menu'],
    ['Firefox on a computer', { userAgent: FIREFOX }, 'other-browser'],
    ['Firefox on a phone', { userAgent: FIREFOX_ANDROID }, 'browser-menu'],
  ])('%s', (_what, known, advice) => {
    expect(installAdvice({ ...facts, ...known })).toBe(advice);
  });
});

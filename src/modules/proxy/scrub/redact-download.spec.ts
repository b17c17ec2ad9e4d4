import { describe, expect, it } from 'vitest';
import { isDownloadName, redactDownload } from './redact-download.js';

const R = '[REDACTED]';
const KEY = '0123456789abcdef0123456789abcdef';

describe('doc1 §4 proxy 3: addresses by which releases are fetched', () => {
  it.each(['downloadUrl', 'DownloadURL', 'magnetUrl', 'torrent_url', 'nzbUrl'])('%s names one', (name) =>
    expect(isDownloadName(name)).toBe(true),
  );

  it.each(['url', 'nzbInfoUrl', 'downloadClient', 'remoteUrl', 'downloadUrls'])('%s names none', (name) =>
    expect(isDownloadName(name)).toBe(false),
  );

  it.each([
    [`https://t.test/rss/download/7/${KEY}/Film.2024.torrent`, `https://t.test/rss/download/7/${R}/Film.2024.torrent`],
    [`https://t.test/torrent/download/7.${KEY}`, `https://t.test/torrent/download/7.${R}`],
    ['https://t.test/dl/abcdef0123456789', `https://t.test/dl/${R}`],
    [`/dl/${KEY}?passkey=x&b=${KEY}#${KEY}`, `/dl/${R}?passkey=${R}&b=${KEY}#${KEY}`],
    [`https://ana:pw@${KEY}.test/a`, `https://${KEY}.test/a`],
  ])('lose what looks like a key in their paths: %s', (address, clean) => expect(redactDownload(address)).toBe(clean));

  it.each([
    'https://t.test/download/7/Harbor.Lights.2024.1080p.BluRay.x265-DEMO.torrent',
    'https://t.test/download/12345678901234567890',
    'https://t.test/a/averylongnameofatitlewithoutdigits',
    `magnet:?xt=urn:btih:${KEY}`,
    '',
  ])('stay as they are without one: %s', (address) => expect(redactDownload(address)).toBe(address));
});

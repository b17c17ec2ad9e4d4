import { describe, expect, it } from 'vitest';
import { UnjudgeableJson } from '../proxy.errors.js';
import { scanJson, scrubJson } from './scrub-json.js';

const KIB = 1024;

/** The chunks of what is left of a document. */
async function chunks(document: string | Buffer): Promise<readonly Buffer[]> {
  const scrubbed = await scrubJson(Buffer.from(document));
  const all = [...scrubbed.chunks()];
  expect(Buffer.concat(all)).toHaveLength(scrubbed.length);
  return all;
}

const scrubbed = async (document: string): Promise<string> => Buffer.concat(await chunks(document)).toString();

/** A JSON string of this many bytes, quotation marks included, which begins with the given text. */
const textOf = (start: string, bytes: number): string =>
  `"${start}${'x'.repeat(bytes - Buffer.byteLength(start) - 2)}"`;

describe('doc3 §4.3: how much of a document is judged', () => {
  it('is nothing that is no UTF-8', async () => {
    const refused = scrubJson(Buffer.from([0x22, 0xff, 0x22]));
    await expect(refused).rejects.toBeInstanceOf(UnjudgeableJson);
    await expect(refused).rejects.toThrow('something other than UTF-8');
  });

  it('is each text up to 256 KiB that may hold an address; a longer one is refused', async () => {
    const start = 'http://a.example/?apikey=planted&b=';
    const longest = await scrubbed(textOf(start, 256 * KIB));
    expect(longest).not.toContain('planted');
    expect(longest).toContain('http://a.example/?apikey=');
    const refused = scrubJson(Buffer.from(textOf(start, 256 * KIB + 1)));
    await expect(refused).rejects.toThrow('a text too long to look into');
    expect(await scrubbed(textOf('plain', 256 * KIB + 1))).toHaveLength(256 * KIB + 1);
  });

  it('is each name up to 4 KiB; a longer one is taken for that of a credential', async () => {
    const document = (bytes: number): string => `{${textOf('é', bytes)}:"kept"}`;
    expect(await scrubbed(document(4 * KIB))).toBe(document(4 * KIB));
    expect(await scrubbed(document(4 * KIB + 1))).not.toContain('kept');
  });

  it('is no name whose last letters rule a credential out, however long it is', async () => {
    const document = `{${textOf('plain', 4 * KIB + 1)}:"kept"}`;
    expect(await scrubbed(document)).toBe(document);
  });

  it('is every name, however many there are', async () => {
    const names = Array.from({ length: 1_100 }, (_, at) => `"é${at}":"kept ${at}"`);
    const last = '"apikey":"planted","é1099b":{"apikey":"planted"},"é7":"kept again"';
    const left = await scrubbed(`{${names.join()},${last}}`);
    expect(left).not.toContain('planted');
    expect(left.startsWith(`{${names.join()},`)).toBe(true);
    expect(left).toContain('"é7":"kept again"');
  });
});

describe('doc3 §4.3: a credential', () => {
  const address = '"http://a.example/?apikey=planted"';

  it.each([
    ['a text', '"planted"'],
    ['a number', '-12.50'],
    ['true', 'true'],
    ['null', 'null'],
    ['an address with a credential', address],
    ['a list of such addresses', `[${address},[${address}]]`],
    ['an object with such an address', `{"a":${address},${address}:1}`],
  ])('becomes the placeholder as a whole where it is %s', async (_what, value) => {
    const underItsName = (written: string): string => `{"a":1,"apiKey":${written},"b":[2]}`;
    expect(await scrubbed(underItsName(value))).toBe(underItsName('"[REDACTED]"'));
    const besideItsLabel = (written: string): string => `{"name":"apiKey","value":${written},"b":[2]}`;
    expect(await scrubbed(besideItsLabel(value))).toBe(besideItsLabel('"[REDACTED]"'));
  });

  it('becomes the placeholder without a look into it, however long it is', async () => {
    const value = textOf('http://a.example/?b=', 256 * KIB + 1);
    expect(await scrubbed(`{"apiKey":${value}}`)).toBe('{"apiKey":"[REDACTED]"}');
    expect(await scrubbed(`{"apiKey":[${value}]}`)).toBe('{"apiKey":"[REDACTED]"}');
  });
});

describe('doc1 §4 proxy 3: what looks like a key in a path', () => {
  it('is removed from the address of a download, and from no name of a member', async () => {
    const path = '/dl/0123456789abcdef';
    expect(await scrubbed(`{"downloadUrl":"${path}","${path}":"${path}"}`)).toBe(
      `{"downloadUrl":"/dl/[REDACTED]","${path}":"${path}"}`,
    );
  });
});

describe('security 28: a document that is judged', () => {
  /** How often everybody else has a turn until it is judged. */
  function pauses(text: string, count: number): number {
    const scan = scanJson(Buffer.from(`[${new Array<string>(count).fill(text).join()}]`));
    for (let turns = 0; ; turns += 1) if (scan.next().done) return turns;
  }

  it('pauses behind each text of 8 KiB that may hold an address, and behind fewer of others', () => {
    expect(pauses(textOf('http://a.example/?b=', 8 * KIB), 20)).toBeGreaterThanOrEqual(20);
    expect(pauses(textOf('plain', 8 * KIB), 20)).toBeLessThan(20);
  });

  it('pauses more often for many short texts that may hold an address than for as many others', () => {
    const count = 2_000;
    expect(pauses(textOf('?b=', 10), count)).toBeGreaterThan(3 * pauses(textOf('plain', 10), count));
  });
});

describe('the chunks of what is left', () => {
  it('are of 256 KiB or more but for the last, and none is empty', async () => {
    const plain = `[${Array.from({ length: 60 }, () => textOf('plain', 10 * KIB)).join()}]`;
    const edited = plain.replaceAll('"plainx', '"http://a.example/?apikey=planted&b=');
    for (const document of [plain, edited]) {
      const sizes = (await chunks(document)).map(({ length }) => length);
      expect(sizes.length).toBeGreaterThan(1);
      expect(sizes.slice(0, -1).every((size) => size >= 256 * KIB && size <= 512 * KIB)).toBe(true);
      expect(sizes.at(-1)).toBeGreaterThan(0);
    }
    expect(Buffer.concat([...(await chunks(plain))]).toString()).toBe(plain);
  });

  it('are whole numbers of 256 KiB where the document is', async () => {
    const sizes = (await chunks(textOf('plain', 512 * KIB))).map(({ length }) => length);
    expect(sizes).toEqual([256 * KIB, 256 * KIB]);
  });

  it('are views of the document where nothing changes, so that it is not held twice', async () => {
    const document = Buffer.from(textOf('plain', 512 * KIB));
    const views = [...(await scrubJson(document)).chunks()];
    expect(views.map(({ buffer, byteOffset }) => [buffer === document.buffer, byteOffset])).toEqual([
      [true, 0],
      [true, 256 * KIB],
    ]);
  });

  it('are one where little is left', async () => {
    expect((await chunks('{"apikey":"planted"}')).map(String)).toEqual([expect.not.stringContaining('planted')]);
  });
});

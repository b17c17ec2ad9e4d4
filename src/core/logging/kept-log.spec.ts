import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Secret } from '../secrets/secret.js';
import { KeptLog } from './kept-log.js';
import { createLog, type LogFormat, textOfLine } from './log.js';

function keptOf(format: LogFormat = 'json') {
  const kept = new KeptLog();
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = createLog({ level: 'info', format, clock: new MovedClock(), destination, kept });
  return { log, kept, written, all: () => [...kept.newestFirst()] };
}

const LONG = 'x'.repeat(1_000_000);

describe('KeptLog', () => {
  it('issue 46: has the lines newest first, in parts and under running numbers', () => {
    const { log, all } = keptOf();
    log.info('listening', { port: 7676 });
    log.warn('slow answer');
    const time = '2026-01-01T00:00:00.000Z';
    expect(all()).toEqual([
      { number: 2, time, level: 'warn', message: 'slow answer', details: '' },
      { number: 1, time, level: 'info', message: 'listening', details: 'port=7676' },
    ]);
  });

  it.each<LogFormat>(['json', 'pretty'])(
    'security 4, issue 46: what is written as %s is what is kept, redacted, and what is not written is not',
    (format) => {
      const { log, written, all } = keptOf(format);
      log.debug('below the level');
      log.child({ token: 'planted-canary' }).info('read', { key: Secret.of('planted-canary'), id: 7 });
      expect(written).toHaveLength(1);
      expect(all().map(textOfLine)).toEqual([
        '2026-01-01T00:00:00.000Z INFO  read token=[redacted] key=[redacted] id=7',
      ]);
    },
  );

  it('shows control characters of what came from outside instead of obeying them', () => {
    const { log, all } = keptOf();
    log.info('read\u202e', { name: 'a\n2026 INFO  forged' });
    expect(all().map(textOfLine).join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it('issue 46: keeps the last 2,000 lines, whose numbers go on', () => {
    const { log, all } = keptOf();
    for (let at = 1; at <= 2_500; at += 1) log.info('request');
    expect([all().length, all()[0]?.number, all().at(-1)?.number]).toEqual([2_000, 2_500, 501]);
  });

  it('begins where it is asked to', () => {
    const { log, kept } = keptOf();
    for (let at = 1; at <= 5; at += 1) log.info('request');
    const before = (number: number) => [...kept.newestFirst(number)].map((line) => line.number);
    expect([before(3), before(1), before(99)]).toEqual([[2, 1], [], [5, 4, 3, 2, 1]]);
  });

  it('issue 46: cuts a line of more than 4 kB, whose message stays', () => {
    const { log, all } = keptOf();
    log.error('job failed', { error: { name: 'Error', message: LONG }, job: 'sweep' });
    log.info(LONG);
    const [long, failed] = all();
    expect(failed).toMatchObject({ level: 'error', message: 'job failed' });
    for (const line of [long, failed]) {
      const text = line ? textOfLine(line) : '';
      expect(text).toMatch(/x …$/);
      expect(text.length).toBeLessThan(4_200);
    }
  });

  it('cuts between characters, in bytes', () => {
    const { log, all } = keptOf();
    for (const text of ['ä', '漢', '😀', 'a😀']) log.info('said', { text: text.repeat(5_000) });
    for (const { details } of all()) {
      expect(Buffer.byteLength(details)).toBeLessThan(3_100);
      expect(details.isWellFormed()).toBe(true);
      expect(details).not.toContain('\ufffd');
    }
  });

  it('security 28, issue 46: keeps 4 MiB of lines at most, however many are long', () => {
    const { log, all } = keptOf();
    for (let at = 1; at <= 1_900; at += 1) log.info('said', { text: 'x'.repeat(4_000) });
    const bytes = all().reduce((sum, line) => sum + textOfLine(line).length, 0);
    expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(all()[0]?.number).toBe(1_900);
  });
});

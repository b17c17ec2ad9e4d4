import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Secret } from '../secrets/secret.js';
import { createLog, LOG_LEVELS, prettyLine, silentLog, type LogFormat, type LogLevel } from './log.js';

function logTo(options: { level?: LogLevel; format?: LogFormat } = {}) {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = createLog({ level: 'debug', format: 'json', clock: new MovedClock(), destination, ...options });
  return { log, written, lines: () => written.map((line) => JSON.parse(line) as unknown) };
}

describe('createLog', () => {
  it('writes one JSON object per line: level, time, message and the fields, nothing of the machine', () => {
    const { log, written, lines } = logTo();
    log.info('listening', { port: 7676 });
    expect(written[0]?.endsWith('\n')).toBe(true);
    expect(lines()).toEqual([{ level: 'info', time: '2026-01-01T00:00:00.000Z', message: 'listening', port: 7676 }]);
  });

  it.each(LOG_LEVELS)('writes %s and what is above it', (level) => {
    const { log, lines } = logTo({ level });
    for (const each of LOG_LEVELS) log[each]('said');
    expect(lines()).toMatchObject(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)).map((each) => ({ level: each })));
  });

  it.each(['json', 'pretty'] as const)('security 4: never writes a secret in %s', (format) => {
    const { log, written } = logTo({ format });
    const fields = { key: Secret.of('planted-canary'), headers: { authorization: 'planted-canary' } };
    log.warn('refused', fields);
    log.child(fields).error('refused', { error: new Error('broken', { cause: 'planted-canary' }) });
    expect(written).toHaveLength(2);
    expect(written.join('')).not.toContain('planted-canary');
    expect(written.join('')).toContain('[redacted]');
  });

  it('writes errors under any name the same way', () => {
    const { log, lines } = logTo();
    log.error('failed', { err: new TypeError('broken'), error: new TypeError('broken') });
    const shown = { name: 'TypeError', message: 'broken' };
    expect(lines()).toMatchObject([{ err: shown, error: shown }]);
    expect(lines()).not.toMatchObject([{ err: { type: expect.anything() } }]);
  });

  it('takes the message as it is, without places to fill in', () => {
    const { log, lines } = logTo();
    log.info('100 %s %o done', { id: 7 });
    expect(lines()).toMatchObject([{ message: '100 %s %o done', id: 7 }]);
  });

  it('writes a line break in a message or field as an escape', () => {
    const { log, written } = logTo();
    log.info('a\nb', { c: 'd\ne' });
    expect(written[0]?.trimEnd()).not.toContain('\n');
  });

  it('writes lines for people when it is configured to', () => {
    const { log, written } = logTo({ format: 'pretty' });
    log.warn('slow answer', { system: 'radarr' });
    expect(written).toEqual(['2026-01-01T00:00:00.000Z WARN  slow answer system=radarr\n']);
  });
});

describe('Log.child', () => {
  it('adds its fields to each line, and a line of its own may say otherwise', () => {
    const { log, written, lines } = logTo();
    const child = log.child({ job: 'sweep' }).child({ attempt: 1 });
    child.info('began');
    child.info('ended', { attempt: 2 });
    log.info('outside');
    expect(lines()).toMatchObject([{ job: 'sweep', attempt: 1 }, { job: 'sweep', attempt: 2 }, { message: 'outside' }]);
    expect(written[1]?.match(/attempt/g)).toHaveLength(1);
    expect(lines()[2]).not.toHaveProperty('job');
  });
});

describe('silentLog', () => {
  it('says nothing, and neither do its children', () => {
    expect(silentLog.child({ job: 'sweep' })).toBe(silentLog);
    for (const level of LOG_LEVELS) expect(silentLog[level]('said')).toBeUndefined();
  });
});

const line = { time: '2026-01-01T00:00:00.000Z', level: 'info', message: 'listening' };

describe('prettyLine', () => {
  it('shows time, level, message and the fields as key=value', () => {
    expect(prettyLine({ ...line, port: 7676, host: '0.0.0.0' })).toBe(
      '2026-01-01T00:00:00.000Z INFO  listening port=7676 host=0.0.0.0\n',
    );
  });

  it.each<[string, unknown, string]>([
    ['a text with blanks in quotes', 'a b', '"a b"'],
    ['a text with quotes escaped', 'say "hi"', '"say \\"hi\\""'],
    ['an empty text in quotes', '', '""'],
    ['a text with = in quotes', 'a=b', '"a=b"'],
    ['null and booleans plainly', [null, true], '[null,true]'],
    ['an object as JSON', { id: 7 }, '{"id":7}'],
  ])('shows %s', (_, value, shown) => {
    expect(prettyLine({ ...line, value })).toBe(`2026-01-01T00:00:00.000Z INFO  listening value=${shown}\n`);
  });

  it('puts the stack of an error below its line, indented', () => {
    const error = { name: 'Error', message: 'broken', stack: 'Error: broken\n    at work (file.js:1:1)' };
    expect(prettyLine({ ...line, level: 'error', error })).toBe(
      [
        '2026-01-01T00:00:00.000Z ERROR listening error={"name":"Error","message":"broken"}',
        '    Error: broken',
        '    at work (file.js:1:1)',
        '',
      ].join('\n'),
    );
  });

  it.each(['\n2026 INFO  forged', '\u001b[2J', '\r', '\u2028', '\u202e'])(
    'shows control characters instead of obeying them: %j',
    (text) => {
      const shown = prettyLine({ ...line, message: `a${text}`, [`key${text}`]: text, nested: { deep: text } });
      expect(shown.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    },
  );
});

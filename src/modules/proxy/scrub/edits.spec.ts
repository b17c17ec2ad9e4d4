import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { UnjudgeableJson } from '../grammar/unjudgeable-json.js';
import { PLACEHOLDER } from './redact-text.js';
import { scrubJson } from './scrub-json.js';

/** A list of so many credentials, inside of so many labelled ones. */
function nested(depth: number, credentials: number): Buffer {
  const labelled = '{"name":"apiKey","value":"x","rest":'.repeat(depth);
  return Buffer.from(`${labelled}[${new Array(credentials).fill('{"apiKey":"x"}').join()}]${'}'.repeat(depth)}`);
}

const redacted = (clean: Iterable<Buffer>): number =>
  Buffer.concat([...clean])
    .toString()
    .split(PLACEHOLDER).length - 1;

describe('security 28: the work for credentials that stand around others', () => {
  it('is done for all of them where it is bounded', async () => {
    expect(redacted((await scrubJson(nested(20, 50_000))).chunks())).toBe(50_020);
  });

  it('is refused where nesting multiplies it', async () => {
    expect(await errorOf(scrubJson(nested(150, 50_000)))).toBeInstanceOf(UnjudgeableJson);
  });
});

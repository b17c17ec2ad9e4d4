import { describe, expect, it } from 'vitest';
import { isUtf8 } from 'node:buffer';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { depthOf, readTree, redactTree, type RedactionRules } from '../../../../test/models/json-tree.js';
import { SeededRandom } from '../../../../test/kill/seeded-random.js';
import { CANARY, mutate, writeDocument } from '../../../../test/models/json-writer.js';
import { isCredentialName } from '../../../core/secrets/credential-name.js';
import { isDownloadName, redactDownload } from './redact-download.js';
import { redactText } from './redact-text.js';
import { scanJson, ScrubbedJson } from './scrub-json.js';
import { isSensitiveQueryName } from './sensitive-query-name.js';
import { UnjudgeableJson } from '../proxy.errors.js';

const DOCUMENTS = generatedCount(15_000);
const MUTANTS = generatedCount(100_000);

const RULES: RedactionRules = {
  isSecretField: isCredentialName,
  isSecretParameter: isSensitiveQueryName,
  isDownload: isDownloadName,
  redactText,
  redactDownload,
};

/** Listed by hand, apart from the rules: members that may contain no credential. */
const TELLING = new RegExp(
  `"(?:api[-_]?key|x-api-key|pass(?:word|key)|x\\.auth\\.token)"\\s*:\\s*"[^"]*${CANARY}`,
  'i',
);

/** What comes out, or undefined where nothing may. */
function scrub(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    const scan = scanJson(bytes);
    let step = scan.next();
    while (!step.done) step = scan.next();
    const scrubbed = new ScrubbedJson(bytes, step.value);
    const whole = Buffer.concat([...scrubbed.chunks()]);
    if (whole.length !== scrubbed.length) throw new Error('another length than was announced');
    return whole.toString('utf8');
  } catch (error) {
    if (error instanceof UnjudgeableJson) return undefined;
    throw error;
  }
}

/** Does JSON.parse take these bytes, as UTF-8? */
function isJson(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

const everyString = (document: string): string => JSON.stringify(readTree(document));

describe('security 10: scrubbing against plain models of it', () => {
  it(`doc3 §4.3: of ${DOCUMENTS} documents, all comes out that may, as it was written, and no credential`, () => {
    const random = new SeededRandom(20_261_122);
    let credentials = 0;
    for (let run = 0; run < DOCUMENTS; run += 1) {
      const document = writeDocument(random);
      const output = scrub(Buffer.from(document)) ?? '';
      credentials += document.split(CANARY).length - 1;
      if (output.includes(CANARY) || everyString(output).includes(CANARY))
        throw new Error(`${document} gave ${output}`);
      const expected = JSON.stringify(redactTree(readTree(document), RULES));
      if (everyString(output) !== expected)
        expect([document, readTree(output)]).toEqual([document, JSON.parse(expected)]);
      if (!document.includes(CANARY)) expect(scrubbedOrSame(document, output)).toBe(document);
    }
    expect(credentials).toBeGreaterThan(DOCUMENTS / 4);
  });

  it(`doc3 §4: of ${MUTANTS} damaged documents exactly those come out that JSON.parse takes, and by the same rules`, () => {
    const random = new SeededRandom(7);
    let [taken, planted] = [0, 0];
    for (let run = 0; run < MUTANTS; run += 1) {
      const bytes = mutate(random, Buffer.from(writeDocument(random, 3)));
      const output = scrub(bytes);
      if ((output !== undefined) !== isJson(bytes))
        throw new Error(`judged otherwise: ${JSON.stringify(bytes.toString())}`);
      if (output === undefined) continue;
      if (TELLING.test(output)) throw new Error(`${bytes.toString()} gave ${output}`);
      taken += 1;
      if (TELLING.test(bytes.toString('utf8'))) planted += 1;
      const expected = JSON.stringify(redactTree(readTree(bytes.toString('utf8')), RULES));
      if (everyString(output) !== expected) throw new Error(`${bytes.toString()} gave ${output}`);
    }
    expect(taken).toBeGreaterThan(MUTANTS / 20);
    expect(taken).toBeLessThan(MUTANTS / 2);
    expect(planted).toBeGreaterThan(MUTANTS / 1_000);
  });

  it('doc3 §4: 200 levels are taken and 201 are not, of lists, objects and both', () => {
    for (const [open, inner, close] of [
      ['[', '', ']'],
      ['{"a":', '1', '}'],
      ['[{"a":', '1', '}]'],
    ] as const) {
      const levels = open.length > 5 ? 100 : 200;
      const [fits, exceeds] = [levels, levels + 1].map((count) => open.repeat(count) + inner + close.repeat(count));
      expect(depthOf(readTree(fits ?? ''))).toBe(200);
      expect(scrub(Buffer.from(fits ?? ''))).toBe(fits);
      expect(scrub(Buffer.from(exceeds ?? ''))).toBeUndefined();
    }
  });
});

/** Where nothing had to change, nothing has: byte for byte. */
function scrubbedOrSame(document: string, output: string): string {
  const changed = JSON.stringify(redactTree(readTree(document), RULES)) !== JSON.stringify(readTree(document));
  return changed ? document : output;
}

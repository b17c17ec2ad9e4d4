import { describe, expect, it } from 'vitest';
import { isUtf8 } from 'node:buffer';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { SeededRandom } from '../../../../test/kill/seeded-random.js';
import { CannotJudge, cutTree, type ModelJudge } from '../../../../test/models/cut-tree.js';
import { depthOf, readTree, type JsonTree } from '../../../../test/models/json-tree.js';
import { mutate } from '../../../../test/models/json-writer.js';
import { writeRecords } from '../../../../test/models/records-writer.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import type { GatedShape } from './gated-shape.js';
import type { TitleJudge } from './judged-title.js';
import { scanRecords, type Cut } from './record-scan.js';

const DOCUMENTS = generatedCount(6_000);
const MUTANTS = generatedCount(12_000);

const SHAPES: readonly GatedShape[] = (['list', 'page', 'single'] as const).flatMap((layout) => [
  { layout, kind: 'movie', parent: null },
  { layout, kind: 'movie', parent: 'movie' },
  { layout, kind: 'tv', parent: 'series' },
]);

/** No R, nothing of horror, nothing for adults, and no series of PG. */
const judge: TitleJudge = (kind, record) => {
  const { certification = null, genres = null, adult = null } = record as Record<string, unknown>;
  if (certification !== null && typeof certification !== 'string') throw new UnjudgeableJson('rating');
  if (adult !== null && typeof adult !== 'boolean') throw new UnjudgeableJson('adult');
  if (genres !== null && !(Array.isArray(genres) && genres.every((one) => typeof one === 'string')))
    throw new UnjudgeableJson('genres');
  if (kind === 'tv' && certification === 'PG') return false;
  return certification !== 'R' && adult !== true && !(genres ?? []).includes('Horror');
};

/** The same, of the model's members. */
const modelJudge: ModelJudge = (kind, members) => {
  try {
    return judge(kind, Object.fromEntries(Object.entries(members).map(([name, tree]) => [name, plain(tree)])));
  } catch {
    return undefined;
  }
};

function plain(tree: JsonTree): unknown {
  if ('text' in tree) return tree.text;
  if ('scalar' in tree) return JSON.parse(tree.scalar);
  return 'list' in tree ? tree.list.map(plain) : {};
}

/** What is left, or undefined where nothing may go out. */
function cut(document: Buffer, shape: GatedShape): Cut | undefined {
  if (!isUtf8(document)) return undefined;
  try {
    const scan = scanRecords(Buffer.from(document), shape, judge);
    for (let step = scan.next(); ; step = scan.next()) if (step.done) return step.value;
  } catch (error) {
    if (error instanceof UnjudgeableJson) return undefined;
    throw error;
  }
}

/** The same by the model: undefined, null for a record that isn't shown, or what is left. */
function modelCut(document: Buffer, shape: GatedShape): JsonTree | null | undefined {
  if (!isUtf8(document)) return undefined;
  try {
    const tree = readTree(document.toString('utf8'));
    return depthOf(tree) > 200 ? undefined : cutTree(tree, shape, modelJudge);
  } catch (error) {
    if (error instanceof CannotJudge || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Null and undefined as the model has them; a record without its title isn't shown. */
function seen(result: Cut | undefined): string | null | undefined {
  if (!result) return undefined;
  return result.kind === 'shown' ? result.bytes.toString('utf8') : null;
}

function mustBeSame(document: Buffer, shape: GatedShape): string | null | undefined {
  const output = seen(cut(document, shape));
  const expected = modelCut(document, shape);
  const same = typeof output === 'string' ? JSON.stringify(readTree(output)) : output;
  if (same !== (expected ? JSON.stringify(expected) : expected))
    throw new Error(`${JSON.stringify(shape)} ${document.toString()} gave ${output}, not ${JSON.stringify(expected)}`);
  return output;
}

describe('doc1 §4 proxy 5: cutting records out of documents against a plain model of it', () => {
  it(`of ${DOCUMENTS} documents what is left is what may be seen, record by record and byte by byte`, () => {
    const random = new SeededRandom(20_261_123);
    const counts = { shown: 0, hidden: 0, refused: 0, records: 0, kept: 0 };
    for (let run = 0; run < DOCUMENTS; run += 1) {
      const shape = SHAPES[run % SHAPES.length] as GatedShape;
      const { document, records } = writeRecords(random, shape, run % 2 === 0 ? 0 : 12);
      const output = mustBeSame(Buffer.from(document), shape);
      counts[output === undefined ? 'refused' : output === null ? 'hidden' : 'shown'] += 1;
      if (typeof output !== 'string') continue;
      counts.records += records.length;
      counts.kept += keptAsWritten(output, records);
      const nothingWent = keptAsWritten(output, records) === records.length;
      if (nothingWent && output !== document) throw new Error(`${document} became ${output}`);
    }
    expect(counts.shown).toBeGreaterThan(DOCUMENTS / 2);
    expect(counts.hidden).toBeGreaterThan(DOCUMENTS / 20);
    expect(counts.refused).toBeGreaterThan(DOCUMENTS / 20);
    expect(counts.kept).toBeGreaterThan(counts.records / 10);
    expect(counts.kept).toBeLessThan(counts.records / 2);
  });

  it(`of ${MUTANTS} damaged documents those come out that JSON.parse and the model take, and cut in the same way`, () => {
    const random = new SeededRandom(8);
    let taken = 0;
    for (let run = 0; run < MUTANTS; run += 1) {
      const shape = SHAPES[run % SHAPES.length] as GatedShape;
      const output = mustBeSame(mutate(random, Buffer.from(writeRecords(random, shape, 0).document)), shape);
      if (output !== undefined) taken += 1;
    }
    expect(taken).toBeGreaterThan(MUTANTS / 20);
    expect(taken).toBeLessThan(MUTANTS / 2);
  });
});

/** How many records are there in their order, each as it was written. @throws Error where one is not */
function keptAsWritten(output: string, records: readonly string[]): number {
  const tree = readTree(output);
  const list =
    'list' in tree ? tree : 'members' in tree ? tree.members.find(([name]) => name === 'records')?.[1] : tree;
  const left = list && 'list' in list ? list.list.map((one) => JSON.stringify(one)) : [JSON.stringify(tree)];
  let from = 0;
  let count = 0;
  for (const record of records) {
    if (JSON.stringify(readTree(record)) !== left[count]) continue;
    const at = output.indexOf(record, from);
    if (at < 0) throw new Error(`${record} is not as it was written in ${output}`);
    from = at + record.length;
    count += 1;
  }
  if (count !== left.length) throw new Error(`other records than there were: ${output}`);
  return count;
}

import { isUtf8 } from 'node:buffer';
import { z, type ZodType } from 'zod';
import { nextTurn } from '../../core/time/next-turn.js';
import type { HttpAnswer } from './exchange.js';
import { readJson } from './json-answer.js';
import { elementsIn } from './json-elements.js';

/** Bytes that are read in one go: some milliseconds of work. */
const SLICE_BYTES = 256 * 1024;

/**
 * The list of an answer, as {@link readJson} reads it, but a slice at a time: a library of tens of megabytes holds nobody
 * up, and what isn't needed of a row is gone before the next one is read.
 *
 * @param row what we need of each of its rows
 * @throws UpstreamError as {@link readJson}, in its words
 */
export async function readJsonList<T>(
  system: string,
  operation: string,
  answer: HttpAnswer,
  row: ZodType<T>,
): Promise<readonly T[]> {
  // What doesn't fit is judged once more as a whole, so that there is one judge of what is wrong, and where.
  return (await rowsOf(answer.body, row)) ?? readJson(system, operation, answer, z.array(row));
}

/** The rows; null when something about them isn't as it should be. */
async function rowsOf<T>(json: Buffer, row: ZodType<T>): Promise<readonly T[] | null> {
  if (!isUtf8(json)) return null;
  const rows: T[] = [];
  let pause = SLICE_BYTES;
  try {
    for (const [from, to] of elementsIn(json)) {
      const judged = row.safeParse(JSON.parse(json.toString('utf8', from, to)));
      if (!judged.success) return null;
      rows.push(judged.data);
      if (to < pause) continue;
      await nextTurn();
      pause = to + SLICE_BYTES;
    }
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
  return rows;
}

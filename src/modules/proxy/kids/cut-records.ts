import { isUtf8 } from 'node:buffer';
import { inSlices } from '../grammar/in-slices.js';
import { UnjudgeableJson } from '../grammar/unjudgeable-json.js';
import type { GatedShape } from './gated-shape.js';
import type { TitleJudge } from './judged-title.js';
import { scanRecords, type Cut } from './record-scan.js';

/**
 * Takes out the records that a kids account may not see, in slices; the bytes are written over.
 * @throws UnjudgeableJson for what can't be judged; what the judge throws; the signal's reason when it is aborted
 */
export async function cutRecords(
  bytes: Buffer,
  shape: GatedShape,
  judge: TitleJudge,
  signal?: AbortSignal,
): Promise<Cut> {
  if (!isUtf8(bytes)) throw new UnjudgeableJson('something other than UTF-8');
  return inSlices(scanRecords(bytes, shape, judge), signal);
}

import { z, type ZodType } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { nextTurn } from '../../core/time/waiting.js';
import type { HttpAnswer } from './exchange.js';
import { jsonSlices, nestsDeeper } from './json-slices.js';
import { legibleJson } from './legible-text.js';
import { countingLeftOut } from './lenient-members.js';

/**
 * A list of at most so many rows. A longer one is refused before any row is judged, and the first row that doesn't fit ends it:
 * a schema by itself judges them all and keeps what is wrong with each, millions of times where the answer is hostile. Source:
 * security 31
 */
export const boundedList = <T>(row: ZodType<T>, most: number): ZodType<readonly T[]> =>
  z.unknown().transform((list, context): readonly T[] => {
    const rows: T[] = [];
    // Not by a schema: it would go through millions of rows first.
    if (!Array.isArray(list) || list.length > most) {
      context.addIssue({ code: 'custom', message: 'not a list, or too many rows' });
      return z.NEVER;
    }
    for (const [at, value] of (list as readonly unknown[]).entries()) {
      const judged = row.safeParse(value);
      if (!judged.success) {
        const path = [at, ...(judged.error.issues[0]?.path ?? [])];
        context.addIssue({ code: 'custom', path, message: 'unexpected data' });
        return z.NEVER;
      }
      rows.push(judged.data);
    }
    return rows;
  });

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The JSON of an answer, as the schema describes it; fields that the schema doesn't name are dropped.
 *
 * A byte order mark, an empty body, anything before or after the one value, and more than 64 levels are refused. Bytes that are no UTF-8 and control
 * characters are read as U+FFFD: what a row's owner has called it spoils no other row, and an id with it in it is none.
 *
 * @throws UpstreamError of kind `malformed`; its reason names the place that doesn't fit, never a value
 */
export function readJson<T>(system: string, operation: string, answer: HttpAnswer, schema: ZodType<T>): T {
  return parseValue({ system, operation, answer }, parseAnswer({ system, operation, answer }).value, schema);
}

/** An answer that is passed on, judged to be what its contract says. */
export interface PassedOn<T> {
  /**
   * Valid JSON: the answer as it came, character for character, since parsing and printing a document would round its numbers. Only
   * what has no place in JSON is U+FFFD, and where a list of objects holds something else, the document is printed without that.
   */
  readonly text: string;
  /** The part of it that we rely on. */
  readonly parsed: T;
}

/**
 * Reads an answer that is passed on with rows that we don't read. Whoever gets it expects objects in its lists: one that is none
 * would spoil the others. Source: issue 43 C14; security 39
 *
 * @param schema judges the document as it came, and refuses it where nothing may be left out of a list
 * @throws UpstreamError as {@link readJson}
 */
export function readPassedOn<T>(
  system: string,
  operation: string,
  answer: HttpAnswer,
  schema: ZodType<T>,
): PassedOn<T> {
  const { text, value } = parseAnswer({ system, operation, answer });
  const relied = parseValue({ system, operation, answer }, value, schema);
  const sound = withoutOddRows(value);
  return { text: sound === value ? text : JSON.stringify(sound), parsed: relied };
}

/** Which call was answered, and how. */
interface Answered {
  readonly system: string;
  readonly operation: string;
  readonly answer: HttpAnswer;
}

/** The value, and JSON that says it. */
interface ParsedJson {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Levels of an answer that is read as a whole: several times those of any document. What goes through it level by level, and writes
 * it again, must not run out of stack. Source: issue 43 C14
 */
const DEEPEST = 64;

function parseAnswer({ system, operation, answer }: Answered): ParsedJson {
  if (nestsDeeper(answer.body, DEEPEST)) {
    throw malformed(system, operation, answer, 'server answered with JSON that nests too deep');
  }
  try {
    return parsedJson(UTF8.decode(answer.body));
  } catch {
    throw malformed(system, operation, answer, 'server answered with something other than JSON');
  }
}

function parsedJson(written: string): ParsedJson {
  try {
    return { text: written, value: JSON.parse(written) };
  } catch (fault) {
    const text = legibleJson(written);
    if (text === written) throw fault;
    return { text, value: JSON.parse(text) };
  }
}

/**
 * A value of an answer that was read as JSON, as the schema has it.
 *
 * @throws UpstreamError of kind `malformed`, which names the first place that differs
 */
export function parseValue<T>({ system, operation, answer }: Answered, value: unknown, schema: ZodType<T>): T {
  const { result: verdict, rows } = countingLeftOut(() => schema.safeParse(value));
  if (!verdict.success) throw malformed(system, operation, answer, unexpectedData(verdict.error.issues[0]?.path));
  if (rows > 0) answer.lacks?.(rows);
  return verdict.data;
}

/** The document with nothing but objects in its lists of objects, but for lists within these; itself where nothing has to go. */
function withoutOddRows(value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows = value.filter(isObject);
    return rows.length === 0 || rows.length === value.length ? value : rows;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutOddRows(member)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const malformed = (system: string, operation: string, { status }: HttpAnswer, reason: string): UpstreamError =>
  new UpstreamError({ system, operation, kind: 'malformed', status, definitelyNotSent: false, reason });

/** Names the place that doesn't fit, never a value. */
function unexpectedData(path: readonly PropertyKey[] = []): string {
  const place = path.map(String).join('.').slice(0, 100);
  return `server answered with unexpected data${place ? ` at ${place}` : ''}`;
}

/**
 * Bytes that are read in one go. V8 keeps a text of more than 128 KiB apart from others, where making and freeing it costs more
 * than reading it: a slice of 256 KiB took four times as long for each byte. A text with one character beyond Latin-1 has two
 * bytes for each of them.
 */
const SLICE_BYTES = 48 * 1024;

/** Rows that are read in one go, should they be tiny: each takes some time, a short one too. */
const SLICE_ROWS = 500;

/**
 * The list of an answer, as {@link readJson} reads it, but a slice at a time: a library of tens of megabytes doesn't
 * block the event loop, and fields that aren't needed of a row are freed before the next row is read.
 *
 * @param row what we need of each of its rows
 * @param most a longer list is refused
 * @throws UpstreamError as {@link readJson}, in its words
 */
export async function readJsonList<T>(
  system: string,
  operation: string,
  answer: HttpAnswer,
  row: ZodType<T>,
  most = Infinity,
): Promise<readonly T[]> {
  const rows: T[] = [];
  // The first row that doesn't fit ends it: who lies must not have millions of them judged twice.
  const take = (value: unknown): boolean => {
    if (rows.length >= most) throw malformed(system, operation, answer, unexpectedData());
    const verdict = row.safeParse(value);
    if (!verdict.success) {
      throw malformed(
        system,
        operation,
        answer,
        unexpectedData([rows.length, ...(verdict.error.issues[0]?.path ?? [])]),
      );
    }
    return rows.push(verdict.data) > 0;
  };
  // What is no list is judged as a whole, so that there is one judge of what is wrong.
  return (await takeRows(answer.body, take)) ? rows : readJson(system, operation, answer, boundedList(row, most));
}

/**
 * The list of an answer, a slice at a time as {@link readJsonList} reads it, with a reader of each row that judges for
 * itself: a row that it can't make sense of is its own to report, and no reason to refuse the others.
 *
 * @throws UpstreamError of kind `malformed` where the answer is no JSON array
 */
export async function readJsonRows<T>(
  system: string,
  operation: string,
  answer: HttpAnswer,
  read: (row: unknown) => T,
): Promise<readonly T[]> {
  const rows: T[] = [];
  const take = (row: unknown): boolean => {
    rows.push(read(row));
    return true;
  };
  if (await takeRows(answer.body, take)) return rows;
  return readJson(system, operation, answer, z.array(z.unknown())).map(read);
}

/**
 * Hands the elements of a JSON array over one by one, and lets others have their turn between slices.
 *
 * @param take false ends it
 * @returns false when an element was not taken, or the bytes are no JSON array
 */
export async function takeRows(json: Buffer, take: (row: unknown) => boolean): Promise<boolean> {
  let rows = 0;
  try {
    for (const slice of jsonSlices(json, SLICE_BYTES)) {
      for (const row of slice) {
        if (!take(row)) return false;
        if ((rows += 1) % SLICE_ROWS === 0) await nextTurn();
      }
      await nextTurn();
    }
  } catch (fault) {
    if (fault instanceof SyntaxError) return false;
    throw fault;
  }
  return true;
}

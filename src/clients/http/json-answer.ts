import { z, type ZodType } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { nextTurn } from '../../core/time/waiting.js';
import type { HttpAnswer } from './exchange.js';
import { sayHttp } from './http.sentences.js';
import { jsonSlices, nestsDeeper } from './json-slices.js';
import { legibleJson } from './legible-text.js';
import { countingLeftOut } from './lenient-members.js';

/** At most `most` rows, refused before any is judged; the first that doesn't fit ends it. A schema would judge a hostile million. */
export const boundedList = <T>(row: ZodType<T>, most: number): ZodType<readonly T[]> =>
  z.unknown().transform((list, context): readonly T[] => {
    const rows: T[] = [];
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
 * Refused are a byte order mark, an empty body, anything beside the one value, and more than 64 levels. Bytes that are no UTF-8 and
 * control characters become U+FFFD, so that a name spoils no other row; an id with it is none. @throws UpstreamError `malformed`
 */
export function readJson<T>(system: string, operation: string, answer: HttpAnswer, schema: ZodType<T>): T {
  return parseValue({ system, operation, answer }, parseAnswer({ system, operation, answer }).value, schema);
}

/** An answer that is passed on, judged to be what its contract says. */
export interface PassedOn<T> {
  /** Character for character: printing it would round its numbers. Printed anew only where a list of objects held something else. */
  readonly text: string;
  /** The part of it that we rely on. */
  readonly parsed: T;
}

/** For an answer that is passed on: what is no object in a list of objects is left out, as it would spoil the list for the reader. */
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

interface Answered {
  readonly system: string;
  readonly operation: string;
  readonly answer: HttpAnswer;
}

interface ParsedJson {
  readonly text: string;
  readonly value: unknown;
}

/** Levels of an answer: what goes through it level by level must not run out of stack. */
const DEEPEST = 64;

function parseAnswer({ system, operation, answer }: Answered): ParsedJson {
  if (nestsDeeper(answer.body, DEEPEST)) {
    throw malformed(system, operation, answer, sayHttp('answer_nests_too_deep'));
  }
  try {
    return parsedJson(UTF8.decode(answer.body));
  } catch {
    throw malformed(system, operation, answer, sayHttp('answer_not_json'));
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

/** A value out of JSON, as the schema has it. @throws UpstreamError `malformed`, naming the first place that differs */
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

const malformed = (system: string, operation: string, { status }: HttpAnswer, reason: Sentence): UpstreamError =>
  new UpstreamError({ system, operation, kind: 'malformed', status, definitelyNotSent: false, reason });

/** Names the place that doesn't fit, never a value. */
function unexpectedData(path: readonly PropertyKey[] = []): Sentence {
  const place = path.map(String).join('.').slice(0, 100);
  return place ? sayHttp('answer_unexpected_at', { place }) : sayHttp('answer_unexpected');
}

/** V8 keeps a text above 128 KiB apart, where a byte costs four times as much; beyond Latin-1 a character has two bytes. */
const SLICE_BYTES = 48 * 1024;

/** Rows that are read in one go, should they be tiny: each takes some time, a short one too. */
const SLICE_ROWS = 500;

/** As {@link readJson}, a slice of the list at a time, so that tens of megabytes block nothing. A list above `most` is refused. */
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

/** As {@link readJsonList}, with a reader that judges for itself: an unreadable row refuses no other. @throws `malformed` for no array */
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

/** Hands over the elements of a JSON array, with turns for others between slices. False when `take` ended it, or it is no array. */
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

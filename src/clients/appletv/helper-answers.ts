import { z, type ZodType } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import type { FoundBox, HelperVersion } from './appletv-helper.js';
import { HelperError, NAMED_FAULTS } from './helper-error.js';

/** How deep lists and objects may be nested. The deepest answer has a list of objects: three levels. */
const DEEPEST = 8;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON that every reader understands alike: no bytes but UTF-8, byte order mark, anything beside the one value, member named twice, or more
 * than eight levels. @throws SyntaxError or TypeError, whose messages may quote the text: they are for no log
 */
export function strictJson(bytes: Uint8Array): unknown {
  const text = UTF8.decode(bytes);
  const value: unknown = JSON.parse(text);
  if (!isPlain(text)) throw new SyntaxError('nested too deep, or a member is named twice');
  return value;
}

function isPlain(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '{' || mark === '[') {
      if (open.push(mark === '{' ? new Set() : null) > DEEPEST) return false;
    } else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfText(json, at);
      if (isName(json, end) && !addName(open.at(-1), JSON.parse(json.slice(at, end)) as string)) return false;
      at = end - 1;
    }
  }
  return true;
}

function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

const SPACE = ' \t\r\n';

function isName(json: string, end: number): boolean {
  let at = end;
  while (SPACE.includes(json[at] ?? '.')) at += 1;
  return json[at] === ':';
}

function addName(names: Set<string> | null | undefined, name: string): boolean {
  if (names?.has(name)) return false;
  names?.add(name);
  return true;
}

const LONGEST_NAME = 128;
const LONGEST_IDENTIFIER = 256;
const LONGEST_ADDRESS = 253;
const LONGEST_CREDENTIALS = 8_192;
const MOST_DEVICES = 64;

/** What no screen shows, and what changes how its neighbours are shown. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;

/** A text for people. Cut before: where that is in the middle of a character, half of it would be left. */
const shown = z.string().transform((text) => text.slice(0, LONGEST_NAME).replaceAll(UNSHOWN, '').trim());
const named = shown.refine((text) => text !== '');
const optionalText = lenient(named).transform((text) => text ?? undefined);

const foundBox: ZodType<FoundBox> = z
  .object({
    name: named,
    address: z
      .string()
      .max(LONGEST_ADDRESS)
      .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/),
    identifier: z
      .string()
      .max(LONGEST_IDENTIFIER)
      .regex(/^[\x21-\x7e]+$/),
    model: optionalText,
  })
  .transform(({ model, ...box }) => (model === undefined ? box : { ...box, model }));

export const readyAnswer: ZodType<HelperVersion> = z
  .object({ state: z.literal('ready'), protocol: z.int().nonnegative(), library: shown, version: shown })
  .transform(({ protocol, library, version }) => ({ protocol, library, version }));

/** The answer to `discover`: at most 64 boxes, each identifier once. A device that couldn't be paired by what is said of it is left out. */
export const foundAnswer: ZodType<readonly FoundBox[]> = z
  .object({ state: z.literal('found'), devices: readableRows(foundBox) })
  .transform(({ devices }) => {
    const first = new Map<string, FoundBox>();
    for (const box of devices) if (!first.has(box.identifier)) first.set(box.identifier, box);
    return [...first.values()].slice(0, MOST_DEVICES);
  });

/** What the box says of itself when it shows a PIN; it may say nothing. */
export const pinRequiredAnswer: ZodType<{ readonly name?: string; readonly model?: string }> = z
  .object({
    state: z.literal('pin_required'),
    device: lenient(z.object({ name: optionalText, model: optionalText })),
  })
  .transform(({ device }) => ({
    ...(device?.name !== undefined && { name: device.name }),
    ...(device?.model !== undefined && { model: device.model }),
  }));

export const pairedAnswer: ZodType<string> = z
  .object({ state: z.literal('paired'), credentials: z.string().max(LONGEST_CREDENTIALS).regex(PRINTABLE) })
  .transform(({ credentials }) => credentials);

export const checkedAnswer: ZodType<{ readonly connected: boolean; readonly installed: boolean }> = z
  .object({ state: z.literal('checked'), connected: z.boolean(), installed: z.boolean() })
  .transform(({ connected, installed }) => ({ connected, installed }));

/** The answer to `open`: the box has taken the link. */
export const sentAnswer: ZodType<true> = z.object({ state: z.literal('sent') }).transform(() => true as const);

const refusal = z.object({ state: z.literal('error'), code: z.enum(NAMED_FAULTS) });

/** What a line of the helper says. @throws HelperError with the reason that the line names, or `malformed` */
export function readAnswer<T>(line: Uint8Array, answer: ZodType<T>): T {
  const value = jsonOf(line);
  const refused = refusal.safeParse(value);
  if (refused.success) throw new HelperError(refused.data.code, false);
  const judged = answer.safeParse(value);
  if (judged.success) return judged.data;
  throw new HelperError('malformed', false);
}

function jsonOf(line: Uint8Array): unknown {
  try {
    return strictJson(line);
  } catch {
    // The error would quote the line.
    return undefined;
  }
}

import type { ReadTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { compose, foldedName } from '../../../core/text/name-key.js';
import { type AccountsRepository, LONGEST_NAME } from '../../users/users.public.js';
import { nameLikeAnother } from '../auth.errors.js';

/** Control characters: they can't be typed, break log lines, and PostgreSQL refuses NUL. */
const CONTROL = /\p{Cc}/u;

/** An emoji of one or more characters, as Unicode recommends them for interchange. */
const EMOJI = '\\p{RGI_Emoji}';

/** Scripts of which Unicode recommends names, and which may not be mixed. Source: UAX 31, table 5. */
const SCRIPTS = (
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew ' +
  'Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
).split(' ');

/** What is written in several scripts, and with Latin. Source: UTS 39 section 5.2, "highly restrictive". */
const WRITTEN_TOGETHER = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'];

const of = (scripts: string): string => scripts.replaceAll(/(\w+) ?/g, '\\p{scx=$1}');

/** Scripts whose letters are drawn otherwise beside a joiner or a non-joiner. Source: RFC 5892, appendix A. */
const JOINING =
  'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Myanmar Oriya Sinhala Tamil Telugu Tibetan';

/** What is not seen itself, but changes letters as their language needs it: joiners, and variants of Han characters. */
const SHAPING = `(?<=[${of(JOINING)}])[\\u200c\\u200d]|(?<=\\p{scx=Han})[\\u{e0100}-\\u{e01ef}]`;

/** What is not seen, or what no two programs show alike: formats, fillers, halves of pairs, what Unicode doesn't know yet. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

interface NamePatterns {
  readonly emoji: RegExp;
  /** The parts of a name that {@link INVISIBLE} must not judge. */
  readonly wholeParts: RegExp;
  /** One script each, or what is written together. The last takes all scripts that aren't named above for one. */
  readonly ofOneScript: readonly RegExp[];
}

let compiled: NamePatterns | undefined;

/** Compiled for the first name: that takes 20 ms, which a start would wait for. */
function patterns(): NamePatterns {
  compiled ??= {
    emoji: new RegExp(EMOJI, 'gv'),
    wholeParts: new RegExp(`${EMOJI}|${SHAPING}`, 'gv'),
    ofOneScript: [...SCRIPTS, ...WRITTEN_TOGETHER]
      .map((scripts) => `[${of(scripts)}${of('Common Inherited')}]*`)
      .concat(`[^${of(SCRIPTS.join(' '))}]*`)
      .map((pattern) => new RegExp(`^${pattern}$`, 'u')),
  };
  return compiled;
}

/** The name without characters that no name may hold. */
export const visible = (name: string): string => {
  const { wholeParts } = patterns();
  const kept = [...name.matchAll(wholeParts)].map(([part]) => part);
  return name
    .split(wholeParts)
    .map((part, place) => part.replaceAll(INVISIBLE, '') + (kept[place] ?? ''))
    .join('');
};

/** Is the name of one script, or of several that are written together? Compatible forms of letters are those letters. */
export function isOfOneScript(name: string): boolean {
  const { emoji, ofOneScript } = patterns();
  const letters = name.replaceAll(emoji, '').normalize('NFKC');
  return ofOneScript.some((pattern) => pattern.test(letters));
}

/**
 * Judges a name once, when its account is made: existing accounts sign in by whatever name they have. Sources: RFC 8265; UTS 39 section
 * 5.2. @param field what the caller's input is called, for the text @throws AppError 400
 */
export function requireAccountName(name: string, field: 'username' | 'name'): void {
  const key = foldedName(name, LONGEST_NAME);
  if (key === null)
    throw badRequest('too_many_bytes', `${field} must be at most ${LONGEST_NAME} bytes`, {
      name: field,
      most: LONGEST_NAME,
    });
  if (CONTROL.test(name))
    throw badRequest('unprintable', `${field} must not contain control characters`, { name: field });
  const stored = compose(name, LONGEST_NAME);
  if (visible(stored) !== stored)
    throw badRequest('invisible_characters', `${field} must not contain invisible characters`, { name: field });
  if (key === '') throw badRequest('required', `${field} must not be blank`, { name: field });
  if (!isOfOneScript(stored)) throw badRequest('mixed_scripts', `${field} must not mix scripts`, { name: field });
}

/** In the write that makes the account. @throws AppError 400, `user_failed` where people would take the name for another account's */
export async function requireNewName(tx: ReadTx, accounts: AccountsRepository, name: string): Promise<void> {
  requireAccountName(name, 'name');
  const like = await accounts.likeNamed(tx, name);
  if (like) throw nameLikeAnother(like.id);
}

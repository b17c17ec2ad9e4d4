import { SeededRandom } from '../kill/seeded-random.js';

/** What every generated credential holds, and nothing else does. */
export const CANARY = 'CANARY';

const FIELDS = [
  'title',
  'id',
  'path',
  'collection',
  'certification',
  'Name',
  'key',
  'value',
  '',
  'é',
  'monkey',
  '__proto__',
];
const SECRET_FIELDS = [
  'apiKey',
  'api_key',
  'ApiKey',
  'API-KEY',
  'passphrase',
  'Password',
  'x.auth.token',
  'auth',
  'toKen',
  'passkey',
  'torrent_pass',
];
const LABELS = ['apiKey', 'key', 'sig', 'url', 'host', 'Password', 'X-Signature', 'awsAccessKeyId', ''];
const NUMBERS = ['0', '-0', '1', '-12.50', '1e5', '1E+400', '0.1e-7', '12345678901234567890', '1.0'];
const TEXTS = [
  '',
  'Harbor Lights',
  'a=b',
  'a@b',
  'é\u2028\u{1F3AC}',
  '\\ " /',
  '\n\t\u0001',
  '?a=1&b=2',
  'x'.repeat(40),
];
const SPACES = ['', '', '', ' ', '\n', '\t ', '\r\n'];

/**
 * A document in which credentials stand wherever the rules know them: under names in any spelling, escaped, nested and
 * doubled, as the value of a pair, in the query and before the host of addresses.
 */
export function writeDocument(random: SeededRandom, depth = 4): string {
  const roll = (sides: number): number => random.below(sides);
  const pick = <T>(from: readonly T[]): T => pickOf(random, from);
  const space = (): string => pick(SPACES);
  const list = (from: string, to: string, item: () => string): string => {
    const items = Array.from({ length: roll(5) }, () => `${space()}${item()}${space()}`);
    return `${from}${items.length ? items.join(',') : space()}${to}`;
  };
  const secretText = (): string => `${CANARY}${roll(1_000)}`;
  const anything = (): string => writeDocument(random, depth - 1);
  const member = (): string => {
    const secret = roll(4) === 0;
    if (roll(20) === 0)
      return `${text(random, 'downloadUrl')}:${text(random, `https://t.test/get/7.${secretText()}${'0'.repeat(16)}/a.torrent`)}`;
    const name = text(random, pick(secret ? SECRET_FIELDS : FIELDS));
    return `${name}${space()}:${space()}${secret ? credential(random, secretText(), depth - 1) : anything()}`;
  };
  const pair = (): string => {
    const parts = [
      `${text(random, pick(['name', 'key', 'Name', 'KEY']))}:${text(random, pick(['apiKey', 'sig', 'Password']))}`,
      `${text(random, pick(['value', 'Value']))}:${credential(random, secretText(), depth - 1)}`,
      `${text(random, pick(['name', 'label']))}:${text(random, pick(LABELS))}`,
    ];
    return `{${(roll(2) ? parts : parts.reverse()).join(`${space()},${space()}`)}}`;
  };
  const address = (): string =>
    pick([
      `http://ana:${secretText()}@films.test/x`,
      `see https://${secretText()}@a.test and more`,
      `/feed?a=1&apikey=${secretText()}&b=2#c`,
      `http://films.test/?api%5Fkey=${secretText()}`,
      `?x=http%3A%2F%2Fu%3A${secretText()}%40b.test`,
      `https://nzb.test/getnzb?id=7&i=12&r=${secretText()}${'0'.repeat(16)}`,
    ]);
  const choices = [
    () => pick(NUMBERS),
    () => pick(['true', 'false', 'null']),
    () => text(random, pick(TEXTS)),
    () => text(random, address()),
    ...(depth > 0
      ? [() => list('[', ']', anything), () => list('{', '}', member), () => list('{', '}', member), pair]
      : []),
  ];
  return pick(choices)();
}

/** What is under the name of a credential: mostly a text, sometimes something that holds one. */
function credential(random: SeededRandom, secret: string, depth: number): string {
  const bare = text(random, secret);
  return pickOf(random, [
    bare,
    bare,
    `[${bare}]`,
    `{"a":${bare}}`,
    `[1,{"b":[${bare},${writeDocument(random, depth)}]}]`,
  ]);
}

/** A JSON string; its characters are escaped here and there, as somebody may. */
function text(random: SeededRandom, value: string): string {
  const written = [...value].map((character) => {
    const escape = random.chance(12) || character < ' ';
    if (escape)
      return [...Array(character.length).keys()]
        .map((at) => unicode(character.charCodeAt(at), random.chance(2)))
        .join('');
    if (character === '/' && random.chance(4)) return '\\/';
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
  return `"${written.join('')}"`;
}

function unicode(code: number, upper: boolean): string {
  const digits = code.toString(16).padStart(4, '0');
  return `\\u${upper ? digits.toUpperCase() : digits}`;
}

const INSERTED = [
  '"',
  '\\',
  '\\u',
  '\\u00',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e',
  'NaN',
  'Infinity',
  'null',
  'tru',
];
const MORE_INSERTED = [
  '\u0000',
  '\u001f',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '//',
  "'",
  '\u00ff',
  '\ud800',
  '+1',
  ' ',
  '\n',
  '"a":1,',
];

/** The document's bytes with a few things gone wrong. */
export function mutate(random: SeededRandom, document: Buffer): Buffer {
  const roll = (sides: number): number => random.below(sides);
  let bytes = document;
  for (let times = 1 + roll(3); times > 0; times -= 1) {
    const at = roll(bytes.length + 1);
    const to = Math.min(bytes.length, at + 1 + roll(4));
    const inserted = Buffer.from(
      pickOf(random, roll(2) ? INSERTED : MORE_INSERTED),
      roll(30) === 0 ? 'latin1' : 'utf8',
    );
    const middle = [Buffer.alloc(0), inserted, bytes.subarray(at, to), Buffer.from([roll(256)])][roll(4)] as Buffer;
    bytes = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(roll(2) ? at : to)]);
  }
  return roll(40) === 0 ? bytes.subarray(0, roll(bytes.length + 1)) : bytes;
}

const pickOf = <T>(random: SeededRandom, from: readonly T[]): T => from[random.below(from.length)] as T;

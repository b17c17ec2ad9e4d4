import { expect, it } from 'vitest';
import { isSnowflake } from './snowflake.js';

it.each(['0', '7', '12', '123456789', '80351110224678912', '900000000000000070', '18446744073709551615'])(
  'doc2 §2 numeric ids: %s is one',
  (text) => expect(isSnowflake(text)).toBe(true),
);

it.each([
  ['nothing', ''],
  ['a zero in front, which the service refuses', '007'],
  ['more than 64 bits', '18446744073709551616'],
  ['more digits than 64 bits have', '1'.repeat(21)],
  ['digits without an end', '9'.repeat(1_000_000)],
  ['a sign', '-1'],
  ['a fraction', '1.5'],
  ['an exponent', '1e9'],
  ['another base', '0x10'],
  ['a blank', ' 12'],
  ['a line break', '12\n'],
  ['two numbers', '1 2'],
  ['digits of another script', '٩٠'],
  ['a mention', '<@12>'],
  ['a name', 'ana'],
])('doc2 §2 numeric ids: %s is none', (_, text) => expect(isSnowflake(text)).toBe(false));

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import { refusedValue, StrictBodyPipe } from './strict-body.pipe.js';

const NAME = refusedValue('too_long', 'name must be at most 3 characters', { name: 'name', most: 3 });
const pipe = new StrictBodyPipe(
  z.strictObject({ name: z.string(NAME).max(3, NAME), plain: z.string('plain must be a text').optional() }),
);

const refusal = (body: unknown) => thrownBy(() => pipe.transform(body));

describe('a body that is exactly what its schema says', () => {
  it.each([[{}], [{ name: 7 }], [{ name: 'four' }]])('refuses %j with the code of the broken rule', (body) => {
    expect(refusal(body)).toMatchObject({
      status: 400,
      code: 'too_long',
      safeText: 'name must be at most 3 characters',
      options: { params: { name: 'name', most: 3 } },
    });
  });

  it('refuses by the text alone where the rule has no code', () => {
    expect(refusal({ name: 'Noor'.slice(1), plain: 7 })).toMatchObject({
      code: 'invalid_body',
      safeText: 'plain must be a text',
    });
  });

  it('does not repeat the name of an unknown member', () => {
    expect(refusal({ name: 'Bo', '{"code":"x"}': 1 })).toMatchObject({
      code: 'unknown_field',
      safeText: 'unknown field in the request body',
    });
  });
});

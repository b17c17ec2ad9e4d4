import { describe, expect, it } from 'vitest';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { isDescribedBody, type JsonSchema, withBounds } from './body-bounds.js';

class DeviceBody {
  @IsOptional()
  @MaxLength(255)
  @IsString()
  device_name?: string | null;
}

class SignInBody extends DeviceBody {
  @IsNotEmpty()
  @IsString()
  username: string;

  @Min(1)
  @Max(9)
  @IsInt()
  season: number;

  @IsArray()
  @ArrayMaxSize(3)
  @Min(1, { each: true })
  episodes: number[];

  @ValidateIf(({ season }: SignInBody) => season > 1)
  @IsInt()
  part: unknown;
}

class MailBody {
  @IsEmail()
  address: string;
}

const member = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { member: schema } });

describe('the bounds of a body', () => {
  const bounded = withBounds(SignInBody, {
    type: 'object',
    properties: {
      device_name: { type: ['string', 'null'] },
      username: { type: 'string', description: 'Who it is.' },
      season: { type: 'integer' },
      episodes: { type: 'array', items: { type: 'integer' } },
      part: { type: 'integer', description: 'For later seasons.' },
    },
    required: ['username'],
  });

  it('are those that its decorators judge by, inherited ones too', () => {
    expect(bounded.properties).toMatchObject({
      device_name: { type: ['string', 'null'], maxLength: 255 },
      username: { type: 'string', minLength: 1, description: 'Who it is.' },
      season: { type: 'integer', minimum: 1, maximum: 9 },
    });
    expect(bounded.required).toEqual(['username']);
  });

  it('a decorator for each item is said of the items', () => {
    expect(bounded.properties?.['episodes']).toEqual({
      type: 'array',
      maxItems: 3,
      items: { type: 'integer', minimum: 1 },
    });
  });

  it('a member that is judged under a condition is not bound, since the condition may let anything pass', () => {
    expect(bounded.properties?.['part']).toEqual({ description: 'For later seasons.' });
  });

  it('a decorator that nobody has put into words stops the build, by name', () => {
    const shape: JsonSchema = { type: 'object', properties: { address: { type: 'string' } } };
    expect(() => withBounds(MailBody, shape)).toThrow('MailBody.address: say in body-bounds.ts what @isEmail means');
  });

  it('a class without decorators describes no body', () => {
    expect([isDescribedBody(SignInBody), isDescribedBody(class {})]).toEqual([true, false]);
    expect(withBounds(MailBody, member({ type: 'string' }))).toEqual(member({ type: 'string' }));
  });
});

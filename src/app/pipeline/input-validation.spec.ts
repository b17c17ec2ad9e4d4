import 'reflect-metadata';
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Type as TypeOf } from 'class-transformer';
import { Allow, ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { errorOf } from '../../../test/harness/error-of.js';
import { InputValidation } from './input-validation.js';

class PersonBody {
  @IsString({ message: 'a person has a name' })
  name: string;

  @IsOptional()
  @ValidateNested()
  @TypeOf(() => PersonBody)
  agent?: PersonBody;
}

class NamedBody {
  @IsString({ message: 'name required' })
  name: string;
}

class FilmBody extends NamedBody {
  @IsOptional()
  @ValidateNested()
  @TypeOf(() => PersonBody)
  director?: PersonBody;

  @IsOptional()
  @IsArray({ message: 'cast must be a list' })
  @ArrayMaxSize(3, { message: 'at most 3 persons' })
  @ValidateNested({ each: true })
  @TypeOf(() => PersonBody)
  cast?: PersonBody[];

  @IsOptional()
  @IsInt({ each: true, message: 'years must be whole numbers' })
  @ArrayMaxSize(3, { message: 'at most 3 years' })
  @IsArray({ message: 'years must be a list' })
  years?: number[];

  @Allow()
  anything?: unknown;
}

class UndescribedBody {}

const validation = new InputValidation();
const validated = (value: unknown, metatype: Type<unknown> = FilmBody, type: ArgumentMetadata['type'] = 'body') =>
  validation.transform(value, { type, metatype });

/** An object that nobody can inspect unnoticed: listing its members or reading one throws. */
const untouchable = (): object => {
  const refuse = (): never => {
    throw new Error('somebody looked at what no class declares');
  };
  return new Proxy({}, { ownKeys: refuse, get: refuse, has: refuse, getOwnPropertyDescriptor: refuse });
};

/** A body whose undeclared members can't be listed, and are not to be read. */
const guarded = (members: object): object =>
  new Proxy(Object.assign({ unknown: untouchable(), '': untouchable() }, members), {
    ownKeys: () => {
      throw new Error('somebody listed all members');
    },
  });

describe('the members of a body', () => {
  it('security 31: what a class doesn’t declare is never looked at, at no depth', async () => {
    const cast = [guarded({ name: 'Ana' }), guarded({ name: 'Ben', agent: guarded({ name: 'Cat' }) })];
    const body = guarded({ name: 'ours', director: guarded({ name: 'director' }), cast, anything: untouchable() });
    const film = (await validated(body)) as FilmBody;
    expect(film).toBeInstanceOf(FilmBody);
    expect([film.name, film.director, film.cast]).toEqual([
      'ours',
      { name: 'director' },
      [{ name: 'Ana' }, { name: 'Ben', agent: { name: 'Cat' } }],
    ]);
    expect([film.director, film.cast?.[1]?.agent]).toEqual([expect.any(PersonBody), expect.any(PersonBody)]);
    expect(Object.keys(film)).not.toContain('unknown');
  });

  it('security 31: what a declared member holds is kept as it came, not copied', async () => {
    const anything = { deep: [{ er: 1 }] };
    expect((await validated({ name: 'ours', anything })) as FilmBody).toHaveProperty('anything', anything);
    expect(((await validated({ name: 'ours', anything })) as FilmBody).anything).toBe(anything);
  });

  it('security 31: of a list that is too long no more is judged than shows that it is', async () => {
    const [judged, beyond] = [{ name: 'Ana' }, untouchable()];
    const cast = [judged, judged, judged, judged, beyond];
    expect(await errorOf(validated({ name: 'ours', cast }))).toMatchObject({
      status: 400,
      safeText: 'at most 3 persons',
    });
    const years = [1, 2, 3, 4, 'x'];
    expect(await errorOf(validated({ name: 'ours', years }))).toMatchObject({ safeText: 'at most 3 years' });
    expect(await validated({ name: 'ours', years: [1, 2, 3] })).toMatchObject({ years: [1, 2, 3] });
  });

  it.each([
    [{}, 'name required'],
    [{ name: 7 }, 'name required'],
    [{ name: 'ours', director: { name: 7 } }, 'a person has a name'],
    [{ name: 'ours', cast: [{ name: 'Ana' }, { name: 'Ben', agent: {} }] }, 'a person has a name'],
    [{ name: 'ours', years: {} }, 'years must be a list'],
    [{ name: 'ours', years: [1, 'x'] }, 'years must be whole numbers'],
  ])('%j is 400 with the first fault: %s', async (body, safeText) => {
    expect(await errorOf(validated(body))).toMatchObject({ status: 400, safeText });
  });

  it.each([[{ director: 'wood' }], [{ cast: ['wood'] }], [{ cast: [[7]] }]])(
    '%j: what is no object is refused in place of one',
    async (members) => {
      expect(await errorOf(validated({ name: 'ours', ...members }))).toMatchObject({ status: 400 });
    },
  );

  it('security 31: lists in a list bring nothing either that isn’t declared', async () => {
    const body = { name: 'ours', cast: [[guarded({ name: 'Ana' })]] };
    expect(await validated(body)).toMatchObject({ cast: [[{ name: 'Ana' }]] });
    expect(((await validated(body)) as { cast: object[][] }).cast[0]?.[0]).toBeInstanceOf(PersonBody);
  });

  it('members of a prototype are none of the body, and the prototype of its class stays what it is', async () => {
    const body: unknown = JSON.parse(
      '{"name":"ours","__proto__":{"director":{"name":"x"}},"constructor":{"prototype":1}}',
    );
    const film = (await validated(body)) as FilmBody;
    expect(Object.getPrototypeOf(film)).toBe(FilmBody.prototype);
    expect([film.constructor, film.director]).toEqual([FilmBody, undefined]);
    expect(await errorOf(validated(Object.create({ name: 'inherited' })))).toMatchObject({ status: 400 });
  });

  it('a body of a class that declares nothing has no members', async () => {
    expect(await validated({ name: 'ours' }, UndescribedBody)).toEqual({});
  });

  it('paths, queries and bodies with pipes of their own are left to those', async () => {
    const value = { name: 7 };
    for (const type of ['param', 'query', 'custom'] as const)
      expect(await validated(value, FilmBody, type)).toBe(value);
    for (const metatype of [Object, Array]) expect(await validated(value, metatype)).toBe(value);
    expect(await validation.transform(value, { type: 'body' })).toBe(value);
  });
});

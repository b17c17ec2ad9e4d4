import 'reflect-metadata';
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Type as TypeOf } from 'class-transformer';
import { Allow, ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { errorOf } from '../../../test/harness/error-of.js';
import { InputValidation } from './input-validation.js';

class DoorBody {
  @IsString({ message: 'a door has a name' })
  name: string;

  @IsOptional()
  @ValidateNested()
  @TypeOf(() => DoorBody)
  behind?: DoorBody;
}

class NamedBody {
  @IsString({ message: 'name required' })
  name: string;
}

class HouseBody extends NamedBody {
  @IsOptional()
  @ValidateNested()
  @TypeOf(() => DoorBody)
  front?: DoorBody;

  @IsOptional()
  @IsArray({ message: 'doors must be a list' })
  @ArrayMaxSize(3, { message: 'at most 3 doors' })
  @ValidateNested({ each: true })
  @TypeOf(() => DoorBody)
  doors?: DoorBody[];

  @IsOptional()
  @IsInt({ each: true, message: 'floors must be whole numbers' })
  @ArrayMaxSize(3, { message: 'at most 3 floors' })
  @IsArray({ message: 'floors must be a list' })
  floors?: number[];

  @Allow()
  anything?: unknown;
}

class UndescribedBody {}

const validation = new InputValidation();
const validated = (value: unknown, metatype: Type<unknown> = HouseBody, type: ArgumentMetadata['type'] = 'body') =>
  validation.transform(value, { type, metatype });

/** An object that can't be looked at without being told of: whoever lists its members or reads one throws. */
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
    const doors = [guarded({ name: 'side' }), guarded({ name: 'back', behind: guarded({ name: 'shed' }) })];
    const body = guarded({ name: 'ours', front: guarded({ name: 'front' }), doors, anything: untouchable() });
    const house = (await validated(body)) as HouseBody;
    expect(house).toBeInstanceOf(HouseBody);
    expect([house.name, house.front, house.doors]).toEqual([
      'ours',
      { name: 'front' },
      [{ name: 'side' }, { name: 'back', behind: { name: 'shed' } }],
    ]);
    expect([house.front, house.doors?.[1]?.behind]).toEqual([expect.any(DoorBody), expect.any(DoorBody)]);
    expect(Object.keys(house)).not.toContain('unknown');
  });

  it('security 31: what a declared member holds is kept as it came, not copied', async () => {
    const anything = { deep: [{ er: 1 }] };
    expect((await validated({ name: 'ours', anything })) as HouseBody).toHaveProperty('anything', anything);
    expect(((await validated({ name: 'ours', anything })) as HouseBody).anything).toBe(anything);
  });

  it('security 31: of a list that is too long no more is judged than shows that it is', async () => {
    const [judged, beyond] = [{ name: 'side' }, untouchable()];
    const doors = [judged, judged, judged, judged, beyond];
    expect(await errorOf(validated({ name: 'ours', doors }))).toMatchObject({
      status: 400,
      safeText: 'at most 3 doors',
    });
    const floors = [1, 2, 3, 4, 'x'];
    expect(await errorOf(validated({ name: 'ours', floors }))).toMatchObject({ safeText: 'at most 3 floors' });
    expect(await validated({ name: 'ours', floors: [1, 2, 3] })).toMatchObject({ floors: [1, 2, 3] });
  });

  it.each([
    [{}, 'name required'],
    [{ name: 7 }, 'name required'],
    [{ name: 'ours', front: { name: 7 } }, 'a door has a name'],
    [{ name: 'ours', doors: [{ name: 'side' }, { name: 'back', behind: {} }] }, 'a door has a name'],
    [{ name: 'ours', floors: {} }, 'floors must be a list'],
    [{ name: 'ours', floors: [1, 'x'] }, 'floors must be whole numbers'],
  ])('%j is 400 with the first fault: %s', async (body, safeText) => {
    expect(await errorOf(validated(body))).toMatchObject({ status: 400, safeText });
  });

  it.each([[{ front: 'wood' }], [{ doors: ['wood'] }], [{ doors: [[7]] }]])(
    '%j: what is no object can’t stand for one',
    async (members) => {
      expect(await errorOf(validated({ name: 'ours', ...members }))).toMatchObject({ status: 400 });
    },
  );

  it('security 31: lists in a list bring nothing either that isn’t declared', async () => {
    const body = { name: 'ours', doors: [[guarded({ name: 'side' })]] };
    expect(await validated(body)).toMatchObject({ doors: [[{ name: 'side' }]] });
    expect(((await validated(body)) as { doors: object[][] }).doors[0]?.[0]).toBeInstanceOf(DoorBody);
  });

  it('members of a prototype are none of the body, and the prototype of its class stays what it is', async () => {
    const body: unknown = JSON.parse(
      '{"name":"ours","__proto__":{"front":{"name":"x"}},"constructor":{"prototype":1}}',
    );
    const house = (await validated(body)) as HouseBody;
    expect(Object.getPrototypeOf(house)).toBe(HouseBody.prototype);
    expect([house.constructor, house.front]).toEqual([HouseBody, undefined]);
    expect(await errorOf(validated(Object.create({ name: 'inherited' })))).toMatchObject({ status: 400 });
  });

  it('a body of a class that declares nothing has no members', async () => {
    expect(await validated({ name: 'ours' }, UndescribedBody)).toEqual({});
  });

  it('paths, queries and bodies with pipes of their own are left to those', async () => {
    const value = { name: 7 };
    for (const type of ['param', 'query', 'custom'] as const)
      expect(await validated(value, HouseBody, type)).toBe(value);
    for (const metatype of [Object, Array]) expect(await validated(value, metatype)).toBe(value);
    expect(await validation.transform(value, { type: 'body' })).toBe(value);
  });
});

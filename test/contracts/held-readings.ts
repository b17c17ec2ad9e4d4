import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { UpstreamError } from '../../src/core/errors/upstream-error.js';
import { type FullRecord, type Lack, lesserRecords } from './lesser-records.js';

/** What becomes of a record that lacks something: it is refused, or left out of its list. Then why. */
type Loss = readonly ['refused' | 'left out', reason: string];

/** A record of an outside system, what reads it, and what of it can't be done without. */
export interface Reading {
  readonly name: string;
  readonly full: FullRecord;
  /**
   * Has the client read this record?
   *
   * @returns false when it left it out
   * @throws UpstreamError or ZodError when it refused
   */
  readonly read: (record: unknown) => boolean | Promise<boolean>;
  /** By place: what the record can't be without. Places below one of these are held by themselves. */
  readonly needed: Readonly<Record<string, Loss>>;
  /** By place: what may be absent or null, and refuses the record where it is of another type. */
  readonly judged?: Readonly<Record<string, string>>;
}

/**
 * Holds a reading against its record, once for each member at any depth: the record is read without it, with null in its
 * place where the document allows it, and with another type in its place; but for what the reading says it needs. That
 * list is exact: a member that isn't in it costs nothing, and one that is in it costs what the list says.
 */
export function holdReads(system: string, readings: readonly Reading[]): void {
  describe.each(readings)(`security 34: ${system}, $name`, (reading) => {
    const needed = Object.fromEntries(Object.entries(reading.needed).map(([place, [loss]]) => [place, loss]));

    it('is read as the documents describe it', async () => {
      expect(await lossOf(reading, reading.full.value)).toBeNull();
    });

    it('is read without any one of its members, but those that it is nothing without', async () => {
      expect(await losses(reading, 'absent')).toEqual(needed);
    });

    it('is read with null for any one of its members that may be null, but those', async () => {
      const found = await losses(reading, 'null');
      const asked = new Set(lesserRecords(reading.full, 'null').map(({ place }) => place));
      expect(found).toEqual(Object.fromEntries(Object.entries(needed).filter(([place]) => asked.has(place))));
    });

    it('is read with another type for any one of its members, but those and what it is judged by', async () => {
      const judged = Object.keys(reading.judged ?? {}).map((place) => [place, 'refused']);
      expect(await losses(reading, 'of another type')).toEqual({ ...needed, ...Object.fromEntries(judged) });
    });
  });
}

async function losses(reading: Reading, lack: Lack): Promise<Readonly<Record<string, string>>> {
  const found: [string, string][] = [];
  for (const { place, value } of lesserRecords(reading.full, lack)) {
    const loss = await lossOf(reading, value);
    if (loss !== null) found.push([place, loss]);
  }
  return Object.fromEntries(found);
}

async function lossOf({ read }: Reading, record: unknown): Promise<Loss[0] | null> {
  try {
    return (await read(record)) ? null : 'left out';
  } catch (fault) {
    if (fault instanceof UpstreamError || fault instanceof ZodError) return 'refused';
    throw fault;
  }
}

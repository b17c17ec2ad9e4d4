import type { PipeTransform } from '@nestjs/common';
import { idToLookFor } from '../database/portable-columns.js';
import { badRequest } from '../errors/app-error.js';

/** A positive integer id in a path; 0, which nothing has, for a larger one than any id. @throws AppError 400 `invalid <name> id` */
export class IntIdPipe implements PipeTransform<unknown, number> {
  /** @param words how the text of the 400 calls it, where that is not `<name> id` */
  constructor(
    name: string,
    private readonly words = `${name} id`,
  ) {}

  transform(value: unknown): number {
    const text = typeof value === 'string' ? value : '';
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(id)) throw badRequest('invalid', `invalid ${this.words}`, { name: this.words });
    return idToLookFor(id);
  }
}

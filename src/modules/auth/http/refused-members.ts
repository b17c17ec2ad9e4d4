import { type RefusedMember, refusedMember } from '../../../core/http/refused-member.js';

/** What is neither true nor false. */
export const notAFlag = (name: string): RefusedMember =>
  refusedMember('not_a_flag', `${name} must be true or false`, { name });

/** What is no text, or one of more characters. */
export const tooLong = (name: string, most: number): RefusedMember =>
  refusedMember('too_long', `${name} must be a text of at most ${most} characters`, { name, most });

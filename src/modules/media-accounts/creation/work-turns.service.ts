import { Injectable } from '@nestjs/common';
import { nameKey } from '../servers/remote-names.js';

/** Ends a turn. */
export type EndTurn = () => void;

/**
 * Who is making an account at this moment. One process serves a database, so an intent on which nobody works here was left
 * behind, by a call that failed or a process that ended.
 */
@Injectable()
export class WorkTurnsService {
  private readonly taken = new Set<string>();

  /** A turn for what this person gets on a server; null while another has it. */
  forPerson(userId: number, instanceId: string): EndTurn | null {
    return this.take(`person ${userId} ${instanceId}`);
  }

  /** A turn for the accounts of a server that bear this name, in whatever case; null while another has it. */
  forName(name: string, instanceId: string): EndTurn | null {
    return this.take(`name ${instanceId} ${nameKey(name)}`);
  }

  private take(key: string): EndTurn | null {
    if (this.taken.has(key)) return null;
    this.taken.add(key);
    return () => void this.taken.delete(key);
  }
}

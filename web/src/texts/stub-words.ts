import { daysFrom, timeOfDay } from '../domain/relative-time.js';
import { timeLeft } from '../domain/time-left.js';
import type { TicketStub } from '../domain/ticket-stub.js';
import { LANGUAGE, texts } from './texts.js';

/** What a stub says: a few large letters, and what they count. */
export interface StubWords {
  readonly big: string;
  readonly small: string;
  /** The date that they are, where they are one. */
  readonly date?: string;
}

const month = new Intl.DateTimeFormat(LANGUAGE, { month: 'long' });

const dayWords = (at: Date, date = at.toISOString()): StubWords => ({
  big: String(at.getDate()),
  small: month.format(at),
  date,
});

/** What the stub of a ticket says. */
export function stubWords(stub: TicketStub, now: number): StubWords {
  switch (stub.of) {
    case 'share': {
      const left = timeLeft(stub.secondsLeft);
      return {
        big: texts.title.percent(stub.share),
        small: left ? texts.ticket.left[left.unit](left.count) : texts.ticket.here,
      };
    }
    case 'parts':
      return { big: `${stub.there}/${stub.all}`, small: texts.ticket.here };
    case 'day':
      return dayWords(new Date(`${stub.day}T00:00:00`), stub.day);
    case 'moment':
      return daysFrom(now, stub.at) === 0
        ? { big: timeOfDay(stub.at, LANGUAGE), small: texts.ticket.today }
        : dayWords(new Date(stub.at));
  }
}

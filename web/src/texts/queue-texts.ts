import { enQueue, type QueueTexts } from './en-queue.js';
import { spoken } from './language.js';

/** What the queue of administrators says, in the reader's language. Only those who decide load it. */
export const queueTexts: QueueTexts = await spoken(enQueue, async () => (await import('./de-queue.js')).deQueue);

import type { Answer } from './http-client.js';

/** What an answer comes to, in the order in which a test says it: its status and its body. */
export const statusAndBody = ({ status, body }: Answer): [status: number, body: unknown] => [status, body];

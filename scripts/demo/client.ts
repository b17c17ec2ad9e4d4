/**
 * The client process of the demo. It knows the address of the server and what the people in the story know, and speaks
 * to the server over its public HTTP interface alone. What it reports to the demo is only what answers say.
 */
import { TASK_VARIABLE, type ClientResult, type ClientTask } from './client-protocol.js';
import { DemoFailure } from './demo-failure.js';
import { Display } from './display.js';
import { playStory } from './story.js';

// Ctrl+C reaches every process at this terminal, and the demo ends its client itself.
process.on('SIGINT', () => undefined);
// Without the demo there is nobody left to report to.
const abandon = (): void => process.exit(1);
process.once('disconnect', abandon);

const task = JSON.parse(process.env[TASK_VARIABLE] ?? '{}') as ClientTask;
const display = new Display(process.stdout, Date.now);
const send = (result: ClientResult): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) throw new Error('the client is started by npm run demo');
    process.send(result, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

try {
  await send(await playStory(task, display));
} catch (error) {
  display.close();
  console.error('\nThe client stopped:', error instanceof DemoFailure ? error.message : error);
  // What is still on its way in the story is not waited for.
  process.exit(1);
}
process.off('disconnect', abandon);
process.disconnect?.();

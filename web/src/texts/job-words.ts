import type { Schemas } from '../api/client.js';
import { spoken } from './language.js';

type Job = Pick<Schemas['BackgroundJobView'], 'name' | 'title' | 'purpose'>;

/** Why a run of a job has failed. */
export type JobFault = Schemas['JobFaultView'];

const english = {
  title: ({ title }: Job): string => title,
  purpose: ({ purpose }: Job): string => purpose,
  fault: ({ text }: JobFault): string => text,
};

/** What is said of background jobs, in the reader's language; in the server's English where nobody has translated it. */
export const jobWords: typeof english = await spoken(english, async () => {
  const { jobs, faults } = await import('./de-jobs.js');
  return {
    title: ({ name, title }) => jobs[name]?.title ?? title,
    purpose: ({ name, purpose }) => jobs[name]?.purpose ?? purpose,
    fault: ({ reason, text }) => faults[reason] ?? text,
  };
});

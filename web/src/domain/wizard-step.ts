/** A step of the wizard after the first account was made. */
export type WizardStep = 'library' | 'server' | 'connected' | 'films' | 'invite';

const STEPS: readonly WizardStep[] = ['library', 'server', 'connected', 'films', 'invite'];

/** What a step's address says besides. */
interface StepMembers {
  /** The library or media server that was connected. */
  readonly library?: string;
  /** The app that is chosen at first. */
  readonly app?: string;
}

/**
 * The step that an address names; the first one where it names none. It stands in the address so that a reload goes on where
 * it was. Source: issue 22, wizard
 */
export function wizardStep(query: URLSearchParams): WizardStep {
  const named = STEPS.find((step) => step === query.get('step')) ?? 'library';
  return named === 'connected' && !query.get('library') ? 'library' : named;
}

/**
 * Where the wizard goes on when its address names no step: with the first thing that is still missing. Source: issue 43 D22
 *
 * @param found whether a library is connected, and whether films and series can be looked up
 */
export const missingStep = (found: { readonly hasLibrary: boolean; readonly canLookUp: boolean }): WizardStep =>
  !found.hasLibrary ? 'library' : found.canLookUp ? 'invite' : 'films';

/** The address of a step. */
export const wizardAddress = (step: WizardStep, members: StepMembers = {}): string =>
  `/setup?${new URLSearchParams({ step, ...members })}`;

/** The steps that people see, in their order. Connecting a media server, and what comes after connecting, are part of the second. */
const SEEN = ['account', 'library', 'films', 'invite'] as const;

/** A step as people see it. */
export type SeenStep = (typeof SEEN)[number];

/** How a step is: what was passed without doing it is skipped. */
export type SeenState = 'done' | 'now' | 'skipped' | 'later';

/** The step that people see for a step of the wizard. */
export const seenStep = (step: WizardStep): SeenStep => (step === 'server' || step === 'connected' ? 'library' : step);

/**
 * All steps, each with how it is. Source: issue 46 part 3
 *
 * @param now the step that is shown
 * @param done what is done already, whenever that was
 */
export function seenSteps(
  now: SeenStep,
  done: ReadonlySet<SeenStep>,
): readonly { readonly step: SeenStep; readonly state: SeenState }[] {
  const at = SEEN.indexOf(now);
  return SEEN.map((step, index) => ({
    step,
    state: index === at ? 'now' : done.has(step) ? 'done' : index < at ? 'skipped' : 'later',
  }));
}

/** Where "Back" leads; undefined where there is nothing to go back to, since an account is made once. */
export const stepBefore = (step: WizardStep): WizardStep | undefined =>
  step === 'library' ? undefined : step === 'invite' ? 'films' : 'library';

import { getContext, onMount, setContext } from 'svelte';
import { editedMembers, editedSince } from '../domain/edited-members.js';

interface DraftOptions<T extends object> {
  /** What is stored, also after it was read again. */
  readonly stored: () => T;
  /** What a member is called where changes are named. */
  readonly nameOf: (member: keyof T & string) => string;
  /** May this be saved? Where it may not, the form says why at its field. */
  readonly isFit?: (now: T) => boolean;
  /** Saves it and reads it again. False where somebody was asked and doesn't want it. */
  readonly save: (now: T, changed: ReadonlySet<keyof T & string>) => Promise<unknown>;
}

/** What a form shows: what is stored, with what was changed since. */
export class Draft<T extends object> {
  #edits: Partial<T> = $state.raw({});
  /** Why the last save failed; null once something is changed. */
  failure: unknown = $state.raw(null);
  /** It was to be saved as it is now, and isn't fit. */
  isRefused = $state(false);
  readonly now: T;
  readonly changed: readonly (keyof T & string)[];
  readonly names: readonly string[];

  constructor(private readonly options: DraftOptions<T>) {
    this.now = $derived({ ...options.stored(), ...this.#edits });
    this.changed = $derived(editedMembers(options.stored(), this.now));
    this.names = $derived(this.changed.map((member) => options.nameOf(member)));
  }

  set<Member extends keyof T>(member: Member, value: T[Member]): void {
    this.#edits = { ...this.#edits, [member]: value };
    this.failure = null;
    this.isRefused = false;
  }

  undo(): void {
    this.#edits = {};
    this.failure = null;
    this.isRefused = false;
  }

  /** Forgets what was changed of these members: they are shown as they are stored. */
  forget(...members: readonly (keyof T & string)[]): void {
    const kept = Object.entries(this.#edits).filter(([member]) => !members.some((one) => one === member));
    this.#edits = Object.fromEntries(kept) as Partial<T>;
    this.failure = null;
    this.isRefused = false;
  }

  /** Remembers that it was to be saved. */
  check(): boolean {
    this.isRefused = !(this.options.isFit?.(this.now) ?? true);
    return !this.isRefused;
  }

  async save(): Promise<'saved' | 'failed' | 'kept'> {
    const sent = this.#edits;
    this.failure = null;
    try {
      if ((await this.options.save(this.now, new Set(this.changed))) === false) return 'kept';
      this.#edits = editedSince(this.#edits, sent);
      return 'saved';
    } catch (failure) {
      this.failure = failure;
      return 'failed';
    }
  }
}

/** What a bar needs of a draft, whatever is in it. */
type AnyDraft = Pick<Draft<object>, 'names' | 'undo' | 'check' | 'save'>;

/** The forms that one bar saves. */
export class Drafts {
  #all: readonly AnyDraft[] = $state.raw([]);
  /** What is being saved, by name. It stays named until all of it is stored and read again, one form after the other. */
  #saving: readonly string[] | undefined = $state.raw();
  readonly isSaving = $derived(this.#saving !== undefined);
  /** What the last save left undone, by name. */
  unfit: readonly string[] = $state.raw([]);
  failed: readonly string[] = $state.raw([]);
  readonly names = $derived(this.#saving ?? this.#all.flatMap((draft) => draft.names));

  /** Answers how to take it out again. */
  add(draft: AnyDraft): () => void {
    this.#all = [...this.#all, draft];
    return () => (this.#all = this.#all.filter((one) => one !== draft));
  }

  undo(): void {
    for (const draft of this.#all) draft.undo();
    this.unfit = [];
    this.failed = [];
  }

  /** Saves one form after the other. Nothing is saved while one isn't fit. True where everything is saved. */
  async save(): Promise<boolean> {
    if (this.isSaving) return false;
    const changed = this.#all.filter(({ names }) => names.length > 0);
    this.failed = [];
    this.unfit = changed.filter((draft) => !draft.check()).flatMap(({ names }) => names);
    if (this.unfit.length > 0) return false;
    this.#saving = this.names;
    let isDone = true;
    for (const draft of changed) {
      const { names } = draft;
      const outcome = await draft.save();
      isDone &&= outcome === 'saved';
      if (outcome === 'failed') this.failed = [...this.failed, ...names];
    }
    this.#saving = undefined;
    return isDone;
  }
}

const KEY = Symbol('drafts');

/** Begins a page whose forms are saved by one bar. */
export const setDrafts = (): Drafts => setContext(KEY, new Drafts());

/** Begins a form of such a page. It belongs to the bar as long as its component is there. */
export function createDraft<T extends object>(options: DraftOptions<T>): Draft<T> {
  const drafts = getContext<Drafts>(KEY);
  const draft = new Draft(options);
  onMount(() => drafts.add(draft));
  return draft;
}

/** Asked before something is saved that can't be taken back easily: a dialog shows it and answers. */
export class Question {
  isAsked = $state(false);
  #decide: (isWanted: boolean) => void = () => undefined;

  /** Waits for the answer. */
  ask(): Promise<boolean> {
    this.isAsked = true;
    return new Promise((resolve) => (this.#decide = resolve));
  }

  answer(isWanted: boolean): void {
    this.isAsked = false;
    this.#decide(isWanted);
  }
}

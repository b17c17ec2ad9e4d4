/** A post in the household's chat, as the chat service has it. */
export interface ChatPost {
  /** What it is about. */
  readonly title: string;
  /** What has happened, by the key of the event. */
  readonly event: string;
  /** Whose phones rang, by their ids at the chat service. */
  readonly pinged: readonly string[];
}

/** A message that has reached phones. */
export interface PhoneMessage {
  readonly text: string;
  /** How many phones it has reached. */
  readonly phones: number;
}

/** What the chat service and the push gateway themselves say. */
export interface MessageEvidence {
  readonly posts: readonly ChatPost[];
  readonly messages: readonly PhoneMessage[];
  /** The film that an administrator had to approve. */
  readonly film: string;
  /** Who asked for it, by the id at the chat service. */
  readonly memberChatId: string;
}

/** What the chat is told of the film before it has arrived, and whether its member is mentioned. */
const EXPECTED = [
  { event: 'request_pending', isMentioned: false },
  { event: 'request_approved', isMentioned: true },
] as const;

/**
 * Was the household told of the film's request and of its approval, once each, and was the member told in person?
 *
 * @returns one sentence for everything that is wrong; empty when all of it happened
 */
export function faultsOfMessages({ posts, messages, film, memberChatId }: MessageEvidence): readonly string[] {
  const faults: string[] = [];
  for (const { event, isMentioned } of EXPECTED) {
    const told = posts.filter((post) => post.event === event && post.title === film);
    if (told.length !== 1) faults.push(`Discord was told ${told.length} times of ${event} of the film, not once.`);
    for (const { pinged } of told)
      if (pinged.includes(memberChatId) !== isMentioned)
        faults.push(`Discord's post of ${event} ${isMentioned ? 'does not mention' : 'mentions'} the member.`);
  }
  const approvals = messages.filter(({ text }) => text.includes(film));
  if (approvals.length !== 1)
    faults.push(`The member's phone was told ${approvals.length} times of the approval of the film, not once.`);
  if (approvals.some(({ phones }) => phones !== 1)) faults.push('The approval reached other phones than the member’s.');
  return faults;
}

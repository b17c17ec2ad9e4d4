/**
 * In whose name something waits for, or takes of, what all share: a line to a provider, a budget. Below the modules it is a
 * key and nothing more. Source: security 35.
 */
export type Share = string;

/** What the server does of its own accord. */
export const SYSTEM_SHARE: Share = 'system';

/** What it does for an account. */
export const shareOf = (userId: number): Share => `account ${userId}`;

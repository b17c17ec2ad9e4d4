import { createHash, randomUUID } from 'node:crypto';
import { insertRows, type Row } from './insert-rows.js';

/** Somebody who lives in the household, with a session that outlasts every benchmark. */
export interface Member {
  readonly userId: number;
  readonly username: string;
  readonly token: string;
}

const DAY_MS = 24 * 3_600_000;

/** The administrator is the first account. */
const FIRST_MEMBER_ID = 2;

/** What a member is called, the first by 0. */
const memberName = (number: number): string => `member ${FIRST_MEMBER_ID + number}`;

/**
 * So many members move in, all of them signed in and with access to these libraries, and the administrator gets access
 * too. Their rows are written as the server writes them, since people can't sign in that fast.
 */
export async function movedIn(file: string, instanceIds: readonly string[], count: number): Promise<readonly Member[]> {
  const members = Array.from({ length: count }, (_, index) => newMember(FIRST_MEMBER_ID + index));
  await insertRows(file, 'users', members.map(userRow));
  await signIn(file, members);
  const everybody = [FIRST_MEMBER_ID - 1, ...members.map(({ userId }) => userId)];
  const grants = everybody.flatMap((user_id) => instanceIds.map((instance_id) => ({ user_id, instance_id })));
  await insertRows(file, 'user_instance_grants', grants);
  return members;
}

async function signIn(file: string, members: readonly Member[]): Promise<void> {
  const now = Date.now();
  const sessions = members.map(({ userId, token }) => ({ userId, token, deviceId: randomUUID() }));
  const devices = sessions.map(({ userId, deviceId }) => ({
    id: deviceId,
    user_id: userId,
    device_name: 'bench',
    hardware_id: deviceId,
    auth_method: 'password',
    created_at: now,
    last_seen_at: now,
  }));
  await insertRows(file, 'devices', devices);
  const tokens = sessions.map(({ userId, token, deviceId }) => ({
    token_hash: createHash('sha256').update(token).digest('hex'),
    device_id: deviceId,
    user_id: userId,
    expires_at: now + DAY_MS,
    created_at: now,
  }));
  await insertRows(file, 'access_tokens', tokens);
}

function newMember(userId: number): Member {
  const token = createHash('sha256').update(`bench ${userId}`).digest('base64url');
  return { userId, username: memberName(userId - FIRST_MEMBER_ID), token };
}

const userRow = ({ userId, username }: Member): Row => ({
  id: userId,
  username,
  name_key: username,
  role: 'user',
  password_enabled: 1,
  passkey_enabled: 1,
  ai_shared_enabled: 0,
  hub_email: '',
  created_at: Date.now(),
});

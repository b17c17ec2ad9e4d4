import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { channelPlace, type ChannelPlace } from './channel-sending.service.js';
import type { Channel, ChannelsRepository } from './channels.repository.js';

/**
 * Where messages go by what is saved; else why that can't be used, in a sentence for administrators.
 *
 * @throws StorageError
 */
export async function savedPlace(
  stored: ChannelsRepository,
  tx: ReadTx,
  { id, format }: Pick<Channel, 'id' | 'format'>,
): Promise<ChannelPlace | { readonly wait: string }> {
  try {
    const secrets = await stored.secrets(tx, id);
    return secrets ? channelPlace(format, secrets.url, secrets.secret) : { wait: 'The channel was removed.' };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
    return { wait: 'The saved address of the channel can not be used: save it again.' };
  }
}

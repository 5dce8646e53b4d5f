import { swarmIn } from '../../../src/domain/addressing/address.ts'
import type { Post } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

/** Within a swarm and a task (else a thread) what was written first goes first. */
export function addToOutbox(
  connection: Connection,
  post: Post,
  { id, thread, arrivedAt }: { readonly id: number; readonly thread: number; readonly arrivedAt: number },
  address: string,
): void {
  connection
    .statement('INSERT INTO outbox(message_id, address, swarm, lane, next_at) VALUES(?, ?, ?, ?, ?)')
    .run(id, address, swarmIn(address), post.task ?? `thread ${thread}`, arrivedAt)
}

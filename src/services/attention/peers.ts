import type { Backlog } from '../../../store/mail-store.ts'
import { toldAfter } from '../../domain/peer.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** Other swarms that have not got their mail for a while. Each row is the message that waits longest. */
export async function peerConcerns(context: Context): Promise<readonly Concern[]> {
  const { store, now } = context
  const late = (await store.outbox.backlog()).filter(({ since }) => since <= now() - toldAfter)
  return [
    listedConcern(
      'undelivered',
      late.toSorted((one, other) => one.since - other.since),
      () => null,
      async (backlog) => {
        const letter = await readAnyway(store, backlog.first, null)
        return letter === null
          ? null
          : attentionRow({
              message: messageValue(letter),
              agent: backlog.address,
              why: 'undelivered',
              reason: reasonOf(backlog),
              since: iso(backlog.since),
              command: `watchpost swarm ping ${backlog.swarm}`,
            })
      },
    ),
  ]
}

function reasonOf({ swarm, copies, problem }: Backlog): string {
  const waiting = `${copies} waiting for ${swarm}`
  return problem === null
    ? `${waiting}, not sent yet: is \`watchpost serve\` running?`
    : `${waiting}: ${problem}`
}

import type { Parcel } from '../../../store/mail-store.ts'
import { type Commission, partyText } from '../../domain/commission.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { FullMessage } from '../../domain/message.ts'
import { type Peer, secretVariable } from '../../domain/peer.ts'
import type { Context } from '../../services/context.ts'
import { requireOwnSwarm } from '../../services/interswarm/own-swarm.ts'
import { surroundingsOf, type TaskLetter } from '../../services/interswarm/surroundings.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { taskIdOf, uuidOfName, wireIdOf } from '../../services/tasks/task-ids.ts'
import { internal } from '../internal.ts'

/** A copy that can leave: what it says, where it goes, and the variable that holds the token for there. */
export type ReadyParcel = TaskLetter & {
  /** The copy's own id, the same at each attempt. */
  readonly id: string
  readonly task: Commission
  readonly way: 'forward' | 'back'
  readonly peer: Pick<Peer, 'name' | 'baseUrl'>
  readonly secret: string
}

export type PreparedParcel =
  | { readonly type: 'gone' }
  | { readonly type: 'impossible'; readonly message: FullMessage; readonly problem: string }
  | { readonly type: 'failed'; readonly message: FullMessage; readonly problem: string }
  | ({ readonly type: 'ready' } & ReadyParcel)

export const prepareParcel = internal({
  summary: 'Prepare a copy for another swarm; one whose message is gone leaves the outbox',
  access: 'write',
  needs: 'own',
  async run(context, parcel: Parcel): Promise<PreparedParcel> {
    const { store } = context
    const found = await readAnyway(store, parcel.message, null)
    if (found === null) {
      await store.outbox.drop(parcel)
      return { type: 'gone' }
    }
    const { message, problem } = found
    if (problem !== null) return { type: 'impossible', message, problem }
    try {
      return await ready(context, parcel, message)
    } catch (error) {
      // A problem of one parcel must not affect the others.
      return { type: 'failed', message, problem: error instanceof Error ? error.message : String(error) }
    }
  },
})

async function ready(context: Context, parcel: Parcel, message: FullMessage): Promise<PreparedParcel> {
  const peer = await context.store.peers.find(parcel.swarm)
  if (peer === null)
    return { type: 'impossible', message, problem: `no swarm is registered as ${parcel.swarm}` }
  const task = await taskOf(context, message)
  const way = task.contributors.some((party) => party.endsWith(`@${parcel.swarm}`)) ? 'back' : 'forward'
  const around = answering(message, await surroundingsOf(context, message, task))
  const id = copyIdOf(message, parcel.address, around.uuid)
  const secret = peer.secret ?? secretVariable(peer.name)
  return { type: 'ready', id, message, task, way, around, peer, secret }
}

/** Several copies of a message have an id each: a swarm takes a second parcel with the same id for a repeat. */
function copyIdOf({ to }: FullMessage, address: string, uuid: string): string {
  return to.length === 1 && to[0] === address ? uuid : uuidOfName(`${uuid} ${address}`)
}

/** A response to an unknown message may state itself what it answers. */
function answering<T extends { readonly answered: string | null }>({ meta }: FullMessage, around: T): T {
  const mail = meta?.['mail']
  const answers = isJsonObject(mail) ? mail['answers'] : undefined
  return typeof answers === 'string' ? { ...around, answered: answers } : around
}

/** Every message between swarms belongs to a task. */
async function taskOf(context: Context, message: FullMessage): Promise<Commission> {
  const { commissions, roster } = context.store
  const swarm = requireOwnSwarm(context)
  const id = taskIdOf(swarm, message)
  const known = await commissions.find(id)
  if (known !== null) return known
  const kind = message.from === 'system' ? 'system' : ((await roster.find(message.from))?.kind ?? 'agent')
  const owner = partyText({ role: kind === 'admin' ? 'admin' : 'user', id: message.from, swarm })
  const { task } = await commissions.open({
    id,
    wire: wireIdOf(swarm, id),
    owner,
    contributors: [owner],
    entrypoint: null,
    startedAt: context.now(),
    maxSteps: null,
  })
  return task
}

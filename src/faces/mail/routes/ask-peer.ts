import { parseAddress } from '../../../domain/addressing/address.ts'
import type { Commission } from '../../../domain/commission.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { readBody } from '../../http/fields.ts'
import { badRequest, Refusal } from '../../http/refusal.ts'
import type { Call } from '../../http/route.ts'
import { instanceOf } from '../../http/tasks/instance.ts'
import { newTask, writeInTask } from '../../http/tasks/task-start.ts'
import type { World } from '../../http/world.ts'
import { followTask, type TaskEvent } from '../events.ts'
import { wireMessage } from '../wire/to-wire.ts'

/** `POST /interswarm/message`: writes to agents of any swarm for a person, and answers with the first response. */
export async function askPeer(world: World, call: Call): Promise<JsonObject> {
  const fields = readBody(call.body)
  const client = await world.mailbox.tokenHolder({ secret: fields.requiredText('user_token') })
  if (client === null || client.role === 'agent') throw new Refusal(401, 'invalid user_token')
  const kind = fields.word('msg_type', ['request', 'broadcast']) ?? 'request'
  const target = fields.text('target_agent')
  const targets = fields.texts('targets') ?? (target === undefined ? [] : [target])
  const text = fields.requiredText('body', 'message')
  if (targets.length === 0) throw badRequest('targets or target_agent is missing')
  if (kind === 'request' && targets.length !== 1) throw badRequest('a request must have exactly one target')
  const to = targets.map((written) => addressed(world, written))
  for (const address of to) await refusePerson(world, address)
  const stream = fields.flag('stream')
  const quiet = fields.flag('ignore_stream_pings')
  const routing = { ...fields.object('routing_info'), ...(stream && { stream: true }) }
  const subject = fields.text('subject') ?? 'Interswarm Message'
  const sender = await world.mailbox.findAgent({ address: client.id })
  if (sender === null || sender.state === 'dead') throw new Refusal(401, 'invalid user_token')
  const id = fields.text('task_id')
  const owner = instanceOf(world, client)
  const known = id === undefined ? null : await world.mailbox.findOwnTask({ owner, id })
  const task = known ?? newTask(world, client, id, { entrypoint: null, maxSteps: null })
  call.reply.header('x-task-id', encodeURI(task.id))
  const meta = { mail: { routing_info: routing } }
  const own = await writeInTask(world, sender, task, { to, kind, subject, body: text, meta })
  return firstResponse(world, call, { task, own, events: stream, quiet })
}

function addressed({ swarm }: World, written: string): string {
  const address = parseAddress(written)
  if (address.type === 'all') return 'all'
  if (address.type === 'remote' && address.swarm !== swarm) return `${address.name}@${address.swarm}`
  if (address.type === 'agent' || address.type === 'remote') return `agent:${address.name}`
  throw badRequest(`${written} is not the address of an agent`)
}

/** Users are kept apart: one cannot write into another's box. @throws Refusal 400 */
async function refusePerson({ mailbox }: World, address: string): Promise<void> {
  if (!address.startsWith('agent:')) return
  const name = address.slice('agent:'.length)
  const kind = (await mailbox.findAgent({ address: name }))?.kind
  if (kind === 'user' || kind === 'admin') throw badRequest(`${name} is a person, not an agent`)
}

type Wanted = {
  readonly task: Commission
  readonly own: number
  readonly events: boolean
  readonly quiet: boolean
}

/** The answer is a response to what was asked, or the finish of the task. */
async function firstResponse(
  world: World,
  call: Call,
  { task, own, events, quiet }: Wanted,
): Promise<JsonObject> {
  const told: TaskEvent[] = []
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(world.limits.answerWithin)])
  const heartbeat = events && !quiet ? world.limits.heartbeat : null
  const from = { message: own, side: 'before' } as const
  for await (const event of followTask(world, { task, own, from, heartbeat, signal })) {
    told.push(event)
    const id = Number(event.id?.split('-')[1] ?? 0)
    const answer = await world.mailbox.answerIn({ task, own, id })
    if (answer === null) continue
    const response = wireMessage(answer.message, answer.around) as unknown as JsonObject
    const shown = told.map(({ event: name, data }) => ({ event: name, data }))
    return { response, ...(events && { events: shown }) }
  }
  const why = call.signal.aborted ? 'the server is stopping' : 'no answer arrived in time'
  throw new Refusal(503, `${why}; the task ${task.id} continues`)
}

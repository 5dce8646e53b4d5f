import { isRemote } from '../../domain/addressing/address.ts'
import { shortId } from '../../domain/id.ts'
import { isPlainName } from '../../domain/prompt/answer-hint.ts'
import { type TaskLife, type Turn, turnsOf } from '../../domain/task-end.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { lifeOf } from '../tasks/life.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** More than people let stand. */
const most = 1000
/** Who waits for a task is told of after so much silence, ms. */
const patience = 60_000

type Quiet = { readonly id: string; readonly since: number }

/** Owners of tasks who wait while nobody works on what they asked. Each row is that request. */
export async function callerConcerns(context: Context): Promise<readonly Concern[]> {
  const { store, swarm, now } = context
  const quiet = swarm === null ? [] : await store.commissions.quiet(swarm, now() - patience, most)
  return [
    listedConcern(
      'caller-waits',
      quiet,
      () => null,
      (task) => rowOf(context, task),
    ),
  ]
}

async function rowOf(context: Context, { id, since }: Quiet): Promise<AttentionRow | null> {
  const task = await context.store.commissions.find(id)
  const life = task === null ? null : await lifeOf(context, task)
  // Who was asked something waits for nobody.
  const turn = life === null ? undefined : turnsOf(life).find(({ end }) => end.is !== 'waits')
  if (life === null || turn === undefined) return null
  const letter = await readAnyway(context.store, turn.request, null)
  const agent = turn.end.is === 'goes-on' ? (turn.end.with[0] ?? null) : turn.holder
  return attentionRow({
    message: letter === null ? null : messageValue(letter),
    agent,
    why: 'caller-waits',
    reason: `${life.owner} waits: ${wordsOf(life, turn, agent)}`,
    since: iso(since),
    command:
      agent === null || isRemote(agent)
        ? `watchpost task show ${isPlainName(id) ? id : 'TASK'}`
        : `watchpost nudge ${agent} --about ${shortId(turn.request)}`,
  })
}

function wordsOf({ copies }: TaskLife, { end, given, holder }: Turn, agent: string | null): string {
  if (agent === null) return 'nobody was asked'
  const copy = copies.find(({ message, owner }) => message === given && owner === holder)
  if (copy?.box === 'processing') return `${agent} took it, and has said nothing since`
  if (end.is === 'goes-on') return `${agent} has not done its part`
  return copy?.owes ? `${agent} has said nothing` : `${agent} answered, and did not complete the request`
}

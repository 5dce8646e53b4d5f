import type { JsonObject } from '../../domain/json.ts'
import type { Agent } from '../../domain/roster.ts'
import { checkInput } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { letterFields } from '../posting/letter.ts'
import { storeLetter } from '../posting/store-letter.ts'
import { endTask } from './end.ts'

/** MAIL 1.3, Error Handling: the three forms in which the system speaks. */
export type SystemResponse = {
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly task: string | null
  /** The message it is about. */
  readonly about: { readonly id: number; readonly thread: number } | null
  /** Sent once. */
  readonly key: string | null
  readonly meta?: JsonObject
  readonly payload?: JsonObject | null
}

/** A system response: to the agent that caused it; the task goes on. */
export async function respondAsSystem(context: Context, word: SystemResponse): Promise<SentValue> {
  const { to, subject, body, task, about, key, meta, payload = null } = word
  const given = {
    subject,
    body,
    kind: 'response',
    ...(task !== null && { task }),
    ...(key !== null && { key }),
    ...(payload !== null && { payload }),
  }
  return storeLetter(asSystem(context), {
    ...checkInput(letterFields, { ...given, again: true }),
    to: [to],
    defaultKind: 'response',
    replyTo: about?.id ?? null,
    thread: about?.thread ?? null,
    ...(meta === undefined ? {} : { meta }),
  })
}

/** A system broadcast: what concerns the swarm, or nobody in particular. */
export async function broadcastAsSystem(context: Context, subject: string, body: string): Promise<SentValue> {
  const letter = checkInput(letterFields, { subject, body, kind: 'broadcast', again: true })
  return storeLetter(asSystem(context), { ...letter, to: ['all'], defaultKind: 'broadcast' })
}

/** A system completion: the task cannot go on. */
export async function endAsSystem(
  context: Context,
  task: string,
  subject: string,
  body: string,
): Promise<void> {
  await endTask(asSystem(context), task, { subject, body, payload: null })
}

export function asSystem(context: Context): Context {
  const actor: Agent = {
    ...context.actor,
    address: 'system',
    kind: 'system',
    talksTo: [],
    swarm: context.swarm,
  }
  return { ...context, actor, principal: null, session: null }
}

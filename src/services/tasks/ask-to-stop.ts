import { fitSubject, titleOf } from '../../domain/message.ts'
import { checkInput } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { rootOf } from './root.ts'

/** An urgent interrupt to everybody else who takes part in a task; `null` where nobody does. */
export async function askToStop(context: Context, task: string, reason: string): Promise<SentValue | null> {
  const self = context.actor.address
  const others = (await context.store.tasks.participants(task)).filter(
    (who) => who !== self && who !== 'system',
  )
  if (others.length === 0) return null
  const root = await rootOf(context, task)
  const letter = checkInput(letterFields, {
    kind: 'interrupt',
    task,
    body: reason,
    priority: 'urgent',
    again: true,
    subject: fitSubject(`Stop: ${root === null ? task : titleOf(root)}`),
  })
  return postMessage(context, {
    ...letter,
    to: others.map((who) => (who.includes(':') || who.includes('@') ? who : `agent:${who}`)),
    defaultKind: 'interrupt',
    thread: root?.thread ?? null,
  })
}

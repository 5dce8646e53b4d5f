import type { Commission } from '../../domain/commission.ts'
import { parseId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Agent } from '../../domain/roster.ts'
import { checkInput } from '../../operations/input.ts'
import { letterFields } from '../../operations/posting/letter.ts'
import { postMessage } from '../../operations/posting/post.ts'
import { rootOf } from '../../operations/tasks/root.ts'
import { mailboxOf, type World } from './world.ts'

type Words = {
  readonly to: readonly string[]
  readonly kind: 'request' | 'broadcast' | 'interrupt'
  readonly subject: string
  readonly body: string
  readonly meta?: JsonObject
}

/** A caller's message, in the thread of its task, which it begins where that is new. Its number. */
export async function writeInTask(
  world: World,
  sender: Agent,
  task: Commission,
  { to, meta, ...words }: Words,
): Promise<number> {
  const { context } = mailboxOf(world, sender)
  const first = await rootOf(context, task.id)
  const { id } = await postMessage(context, {
    ...checkInput(letterFields, { ...words, task: task.id, again: true }),
    to,
    defaultKind: words.kind,
    thread: first?.thread ?? null,
    begins: task,
    ...(meta === undefined ? {} : { meta }),
  })
  world.active.add(sender.address)
  void world.hub.look()
  const [own = 0] = await context.store.messages.find(parseId(id))
  return own
}

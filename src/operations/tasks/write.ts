import type { Commission } from '../../domain/commission.ts'
import { parseId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Agent } from '../../domain/roster.ts'
import { checkInput } from '../../input/input.ts'
import { contextFor } from '../../services/acting-for.ts'
import { letterFields } from '../../services/posting/letter.ts'
import { postMessage } from '../../services/posting/post.ts'
import { peopleHere } from '../../services/roster/people.ts'
import { rootOf } from '../../services/tasks/root.ts'
import { internal } from '../internal.ts'

type Words = {
  readonly sender: Agent
  readonly task: Commission
  readonly to: readonly string[]
  readonly kind: 'request' | 'broadcast' | 'interrupt'
  readonly subject: string
  readonly body: string
  readonly meta?: JsonObject
  /** The thread that a new task joins. */
  readonly thread?: number
  /** Sent once: the same message under the same key is the first one. */
  readonly key?: string
  /** What makes it the same message, where that is not its content. */
  readonly sameAs?: string
  /** How often the task was ended before. @throws MailError `stale` where it has ended since */
  readonly endings?: number
  /** Another limit than the task has. */
  readonly maxSteps?: number | null
  /** The question of an agent that it answers. */
  readonly answers?: number
}

export const writeInTask = internal({
  summary: "Send a client's message in the thread of its task, which it begins where that is new",
  access: 'write',
  needs: 'own',
  /** Answers with the message's number. */
  async run(server, { sender, task, ...given }: Words): Promise<number> {
    const { to, meta, thread, sameAs, endings, maxSteps, answers, ...words } = given
    const context = contextFor(server, sender)
    const { commissions, messages } = context.store
    if (maxSteps !== undefined && maxSteps !== task.maxSteps) await commissions.limit(task.id, maxSteps)
    const first = task.messages === 0 ? null : await rootOf(context, task.id)
    const exclude = to.includes('all') ? await peopleHere(context) : []
    const { id } = await postMessage(context, {
      ...checkInput(letterFields, { ...words, task: task.id, again: true, exclude }),
      to,
      defaultKind: words.kind,
      thread: first?.thread ?? thread ?? null,
      begins: task,
      ...(answers === undefined ? {} : { replyTo: answers, answers: true }),
      ...(meta === undefined ? {} : { meta }),
      ...(endings === undefined ? {} : { endings }),
      ...(sameAs === undefined ? {} : { sameAs }),
    })
    const reference = parseId(id)
    if (reference.form === 'short') return reference.id
    const [own = 0] = await messages.find(reference)
    return own
  },
})

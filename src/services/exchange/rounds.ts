import { isStance } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'

const pageSize = 500
const mostRemembered = 200

/** Which round of its debate a message is, the claim being the first; `null` for what takes no stance. */
export function openRounds({ store }: Context) {
  const known = new Map<number, readonly number[]>()

  async function stancesOf(thread: number): Promise<readonly number[]> {
    const stances: number[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof store.messages.thread>> = await store.messages.thread(
        thread,
        null,
        { limit: pageSize, after, bodies: false },
      )
      for (const { message } of page.rows) if (isStance(message.kind)) stances.push(message.id)
      after = page.next
      if (after === null) return stances
    }
  }

  return async ({ id, thread, kind }: Pick<Message, 'id' | 'thread' | 'kind'>): Promise<number | null> => {
    if (!isStance(kind)) return null
    let stances = known.get(thread)
    if (!stances?.includes(id)) {
      stances = await stancesOf(thread)
      if (known.size >= mostRemembered) known.clear()
      known.set(thread, stances)
    }
    return stances.indexOf(id) + 1
  }
}
